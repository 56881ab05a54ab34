// Replies by file that come while a run goes on: which are seen, which fail a row, and which open its request again.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Parked } from "../../../pipelines/engine/errors.ts";
import {
  type BatchFiles,
  openBatchFiles,
  createParkedModel,
} from "../../../pipelines/llm/batch/files.ts";
import { freshFolder } from "../../support/folder.ts";
import { failing, replyTo } from "./provider.ts";
import { identity, keyOf } from "./runs.ts";
import { aRequest, never } from "../requests.ts";

const inFolder = freshFolder();
const france = keyOf("France");
const spain = keyOf("Spain");

function respond(wave: number, ...lines: object[]): void {
  mkdirSync(inFolder("batch"), { recursive: true });
  writeFileSync(
    inFolder("batch", `responses-${wave}.jsonl`),
    lines.map(line => `${JSON.stringify(line)}\n`).join(""),
  );
}

const opened = () => openBatchFiles(inFolder("batch"));
const ask = (batch: BatchFiles, country: string) =>
  createParkedModel(batch, identity).complete(aRequest(country, identity), never);

/** Parks and writes; returns the files written. */
async function park(batch: BatchFiles, ...countries: string[]): Promise<string[]> {
  for (const country of countries) await expect(ask(batch, country)).rejects.toThrow(Parked);
  return (await batch.writeWave()).written.map(({ file }) => file);
}

test("replies that come while the run goes on are seen after a refresh, in files new or written again", async () => {
  const batch = opened();
  await park(batch, "France", "Spain");
  respond(1, replyTo(france));
  await expect(ask(batch, "France")).rejects.toThrow(Parked);
  batch.refresh();
  expect((await ask(batch, "France")).text).toBe(`reply to ${france}`);
  respond(1, replyTo(spain), replyTo(france));
  batch.refresh();
  expect([(await ask(batch, "Spain")).text, (await ask(batch, "France")).text]).toEqual([
    `reply to ${spain}`,
    `reply to ${france}`,
  ]);
});

test("a reply file that changes behind the run's back gives no other request's reply", async () => {
  respond(1, replyTo(france));
  const batch = opened();
  respond(1, replyTo(spain));
  await expect(ask(batch, "France")).rejects.toMatchObject({ code: "corrupt-file" });
});

test("a request that fails in three waves of one run fails its row, and is open again in the next run", async () => {
  const batch = opened();
  for (const wave of [1, 2, 3]) {
    expect(await park(batch, "France")).toEqual([
      join(inFolder("batch"), `requests-${wave}.jsonl`),
    ]);
    respond(wave, failing(france, 500));
    batch.refresh();
  }
  await expect(ask(batch, "France")).rejects.toMatchObject({
    kind: "technical",
    code: "unavailable",
  });
  expect(await park(opened(), "France")).toEqual([join(inFolder("batch"), "requests-4.jsonl")]);
});

test("replies that went through an editor are read: with a byte order mark, other line ends, or without an error member", async () => {
  const batch = opened();
  await park(batch, "France", "Spain");
  const { error: _error, ...bare } = replyTo(spain) as unknown as Record<string, unknown>;
  const lines = [replyTo(france), bare].map(line => JSON.stringify(line));
  writeFileSync(inFolder("batch", "responses-1.jsonl"), `\uFEFF${lines.join("\r\n")}\r\n`);
  batch.refresh();
  expect([(await ask(batch, "France")).text, (await ask(batch, "Spain")).text]).toEqual([
    `reply to ${france}`,
    `reply to ${spain}`,
  ]);
});
