// What holds for every model, whatever stands behind it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Parked, ReplyError } from "../../pipelines/engine/errors.ts";
import { Journal } from "../../pipelines/llm/journal.ts";
import { withChatJournal } from "../../pipelines/llm/ledger.ts";
import type { Model, ModelRequest } from "../../pipelines/llm/model.ts";
import { aRequest, never, paris } from "./requests.ts";

interface Subject {
  readonly model: Model;
  /** How many times what stands behind the model was asked. */
  readonly asked: () => number;
  close(): Promise<void>;
}

export interface ContractCase {
  /** A model that answers requests about France with `paris`, and none else. */
  readonly open: (
    france: (model: Pick<Model, "name" | "settings">) => ModelRequest,
    folder: string,
  ) => Promise<Subject>;
  /** Name and settings of that model, known before it is opened. */
  readonly identity: Pick<Model, "name" | "settings">;
}

export function modelContract(title: string, { open, identity }: ContractCase): void {
  describe(title, () => {
    let folder = "";
    let subject: Subject;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), "model-"));
      subject = await open(model => aRequest("France", model), folder);
    });
    afterEach(async () => {
      await subject.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test("its name and settings are those its keys are made of, and name no place", () => {
      expect([subject.model.name, subject.model.settings]).toEqual([
        identity.name,
        identity.settings,
      ]);
      expect(subject.model.name).not.toMatch(/:\/\//);
    });

    test("a reply is the raw text, with how it ended and the tokens it took", async () => {
      const reply = await subject.model.complete(aRequest("France", identity), never);
      expect([reply.text, reply.finish]).toEqual([paris, "stop"]);
      expect(reply.usage.inputTokens).toBeGreaterThan(0);
      expect(reply.usage.outputTokens).toBeGreaterThan(0);
    });

    test("a request that has no reply fails or parks its row alone", async () => {
      const error: unknown = await subject.model
        .complete(aRequest("Atlantis", identity), never)
        .catch((thrown: unknown) => thrown);
      expect(error instanceof ReplyError || error instanceof Parked).toBe(true);
    });

    test("a stopped run asks nothing, and fails with the reason of the stop", async () => {
      const reason = new Error("stopped");
      await expect(
        subject.model.complete(aRequest("France", identity), AbortSignal.abort(reason)),
      ).rejects.toBe(reason);
      expect(subject.asked()).toBe(0);
    });

    test("behind the ledger, a second run takes the reply from the journal and asks nobody", async () => {
      const path = join(folder, "calls.jsonl");
      const first = await Journal.open(path);
      const made = await withChatJournal(first, subject.model).complete(
        aRequest("France", identity),
        never,
      );
      await first.close();
      const before = subject.asked();
      const second = await Journal.open(path);
      const kept = await withChatJournal(second, subject.model).complete(
        aRequest("France", identity),
        never,
      );
      await second.close();
      expect(kept).toEqual(made);
      expect(subject.asked()).toBe(before);
    });
  });
}
