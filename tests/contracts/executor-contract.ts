// What holds for every executor, wherever it runs the rows.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { OutcomeLine } from "../../pipelines/engine/outcome-journal.ts";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import type { RunResult, RunChoices, Work } from "../support/queue-fleet.ts";
import { newFolder } from "../support/toy-run.ts";
import {
  allKinds,
  type ContractWork,
  largeText,
  manyRows,
  oddSigns,
  oneOf,
} from "./executor-work.ts";

type Run = (work: Work, directory: string, choices?: RunChoices) => Promise<RunResult>;

const linesOf = (path: string): string[] => readFileSync(path, "utf8").split("\n").slice(0, -1);
const parsed = <T>(path: string): T[] => linesOf(path).map(line => JSON.parse(line) as T);

// When a file was written last is no part of what it says.
const untimed = (line: string) => line.replace(/"seconds":\d+/, "");

/** All that a run leaves: artifacts as they are, journals without the order of their lines. */
export function leftIn(directory: string): Record<string, string | string[]> {
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(path =>
    path.endsWith(".jsonl"),
  );
  const isJournal = (path: string) => !/^toy\/\w+\.jsonl$/.test(path);
  return Object.fromEntries(
    paths
      .sort()
      .map(path => [
        path,
        isJournal(path)
          ? linesOf(join(directory, path)).map(untimed).sort()
          : readFileSync(join(directory, path), "utf8"),
      ]),
  );
}

const doneOf = (directory: string, artifact: string) => {
  const path = readdirSync(directory, { recursive: true, encoding: "utf8" }).find(
    name => name.startsWith(artifact) && name.includes("done"),
  );
  const lines = parsed<OutcomeLine>(join(directory, path ?? "none")).filter(
    line => "input" in line,
  );
  return (input: string): OutcomeLine => lines.findLast(line => line.input === input)!;
};

const rowsOf = (directory: string, artifact: string) =>
  parsed<{ id: string; text: string }>(join(directory, `${artifact}.jsonl`));

/** What a run in this process leaves. */
export interface ContractCase {
  readonly run: Run;
  /** The works it is to know are told before the first run. */
  readonly open: (works: readonly Work[]) => Promise<void>;
  readonly reference: Run;
}

export function executorContract({ run, open, reference }: ContractCase): void {
  const kinds = allKinds();
  const [bug, stop, many] = [oneOf("bug"), oneOf("same", "unused"), manyRows(60)];
  const stopping: ContractWork = {
    ...stop,
    name: "stopping",
    model: { ...oneOf("busy").model, complete: stopAtSame(stop) },
  };
  const directory = join(newFolder(), "run");
  let ran: RunResult;
  beforeAll(async () => {
    await open([kinds, bug, stopping, many]);
    ran = await run(kinds, directory);
  }, 120_000);

  describe("rows", () => {
    test("are made with what their asks in parallel brought, in the order of the stage", () => {
      const texts = rowsOf(directory, "toy/answers").filter(({ id }) => id.startsWith("made-en"));
      expect(texts.map(({ text }) => text)).toEqual(
        [1, 2, 3].map(part => `It was said: made en ${part} 0 1`),
      );
    });

    test("are rejected, declined and made empty with their reasons", () => {
      const done = doneOf(directory, "toy/answers");
      expect(done("rejected-zh")).toMatchObject({
        outcome: "rejected",
        code: "poor",
        detail: "it is not good enough",
        rows: [["rejected-zh/kept", expect.anything()]],
      });
      expect(done("declined-zh")).toMatchObject({
        outcome: "declined",
        code: "no",
        rows: [],
        calls: [],
      });
      expect(done("none-en")).toMatchObject({ outcome: "made", rows: [] });
    });

    test("fail by contract with the last raw reply and the calls they took, and technically with what came", () => {
      const done = doneOf(directory, "toy/answers");
      expect(done("contract-en")).toMatchObject({
        outcome: "failed",
        code: "no-json",
        kind: "contract",
        reply: "That is no JSON.",
      });
      expect(done("contract-en").calls).toHaveLength(3);
      expect(done("technical-en")).toMatchObject({
        outcome: "failed",
        code: "gone",
        kind: "technical",
        detail: "there was no answer \u2028 to this",
        reply: "half an ans",
        calls: [],
      });
      expect(ran.summary.failures).toHaveLength(4);
    });

    test("wait for asks that nobody waits for, and name their calls", () => {
      expect(doneOf(directory, "toy/answers")("unheard-en").calls).toHaveLength(1);
    });

    test("ask again with a check's reason, draw samples apart, and share one call for one question", () => {
      const done = doneOf(directory, "toy/answers");
      expect(done("check-zh").calls).toHaveLength(2);
      expect(done("samples-en").calls).toHaveLength(3);
      expect(done("same-en").calls).toEqual(done("twin-en").calls);
      // Two were refused once, and two that were given up were asked once more.
      expect(kinds.model.asked.length - new Set(kinds.model.asked).size).toBe(4);
    });

    test("carry a megabyte and every sign of it there and back", () => {
      const [zh, en] = rowsOf(directory, "toy/answers").filter(({ id }) => id.endsWith("/large"));
      expect(en!.text).toBe(`${largeText}It was said: ${oddSigns} 0 1`);
      expect(zh!.text.length).toBeGreaterThan(1_000_000);
    });

    test("read what they look up, each read noted once with the hash it saw", () => {
      const { reads } = doneOf(directory, "toy/looked")("seed-zh/drawn");
      expect(reads.map(([artifact, kind, key]) => [artifact, kind, key])).toEqual([
        ["toy/words", "get", "seed-zh"],
        ["toy/words", "rows", ""],
        ["toy/words", "get", "nobody"],
        ["toy/words", "where", "kind=seed"],
        ["toy/answers", "rows", ""],
      ]);
    });
  });

  test("all that is left is what a run in this process leaves, byte for byte", async () => {
    const other = join(newFolder(), "run");
    await reference(allKinds(kinds.prompts), other);
    expect(leftIn(directory)).toEqual(leftIn(other));
  }, 60_000);

  test("technical failures are asked again by the next run and once more at its end, and nothing else", async () => {
    const before = kinds.model.asked.length;
    await run(kinds, directory);
    expect(kinds.model.asked.length - before).toBe(4);
  }, 60_000);

  test("failed rows are asked again behind their old replies where that is wanted", async () => {
    const before = new Set(kinds.model.asked);
    const { summary } = await run(kinds, directory, { retryFailed: true });
    const fresh = new Set(kinds.model.asked.filter(key => !before.has(key)));
    expect(fresh.size).toBe(2);
    expect(summary.failures.map(({ code }) => code)).toEqual(["gone", "gone"]);
    expect(doneOf(directory, "toy/answers")("contract-en")).toMatchObject({ outcome: "made" });
  }, 60_000);

  test("a bug stops the run with stage, row and the stack it had", async () => {
    const error = (await run(bug, join(newFolder(), "run")).catch(
      (thrown: unknown) => thrown,
    )) as Error;
    expect(error.name).toBe("TypeError");
    expect(error.message).toContain("toy/answers, row odd-bug: ");
    expect(error.stack).toContain("executor-work.ts");
  }, 60_000);

  test("an error for its reader stops the run, with its hint", async () => {
    await expect(run(stopping, join(newFolder(), "run"))).rejects.toMatchObject({
      name: "PipelineError",
      code: "provider",
      message: "The account is closed.",
      hint: "Open it again.",
    });
  }, 60_000);

  test("a run that is stopped on its way goes on to the same end, and asks nothing twice", async () => {
    const [one, other] = [join(newFolder(), "run"), join(newFolder(), "run")];
    const stop = new AbortController();
    let finished = 0;
    const onEvent = ({ type }: { type: string }) =>
      type === "row-finished" && ++finished === 10 && stop.abort(stopped());
    await expect(run(many, one, { signal: stop.signal, onEvent })).rejects.toMatchObject({
      code: "interrupted",
    });
    expect(
      existsSync(join(one, "toy/looked.jsonl")) && rowsOf(one, "toy/looked").length === 180,
    ).toBe(false);
    await run(many, one);
    await reference(manyRows(60, many.prompts), other);
    expect(leftIn(one)).toEqual(leftIn(other));
    expect(many.model.asked.length).toBe(180);
  }, 60_000);
}

const stopped = () => new PipelineError("interrupted", "Stopped.", { hint: "Type it again." });

/** A model that ends the run at one of the questions. */
const stopAtSame =
  ({ model }: ContractWork): ContractWork["model"]["complete"] =>
  (request, signal) =>
    model.complete(
      (request.variables as { text: string }).text === "the same of all"
        ? { ...request, variables: { text: "stop" } }
        : request,
      signal,
    );
