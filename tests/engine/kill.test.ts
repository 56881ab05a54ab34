// True kills of a true process, anywhere in its run: what was finished stays, what was answered is not asked again.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { startChild } from "../support/child.ts";
import { artifactsOf, killedWords, newFolder, runToy } from "../support/toy-run.ts";

const journaled = (directory: string) =>
  [...readCalls(join(directory, "calls.jsonl"))].map(({ call }) => call.key);

const askedIn = (path: string) =>
  existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];

/** Runs on until so many rows are finished, then kills; returns whether it was killed before its end. */
async function runAndKill(directory: string, asked: string, rows: number): Promise<boolean> {
  const child = startChild("run", directory, asked);
  for (let said = 0; said < rows; said++) {
    const line = await child.next();
    expect(line).not.toMatch(/^refused/);
    if (line === "finished" || line === undefined) return false;
  }
  await child.kill();
  return true;
}

test("a run killed 15 times ends with the artifacts of one that never was, and no reply it had journaled is asked for again", async () => {
  const uncut = newFolder();
  await runToy({ directory: uncut, texts: killedWords });
  const folder = newFolder();
  const directory = join(folder, "run");
  let killed = 0;
  // The first before any row, the last among the last of some 220 rows: each run ends more than are counted here.
  for (let cut = 0; cut < 15; cut++) {
    const before = new Set(journaled(directory));
    const asked = join(folder, `asked-${cut}`);
    if (await runAndKill(directory, asked, (cut * 7) % 20)) killed++;
    expect(askedIn(asked).filter(key => before.has(key))).toEqual([]);
  }
  expect(killed).toBe(15);
  const before = new Set(journaled(directory));
  const last = startChild("run", directory, join(folder, "asked-last"));
  let said: string | undefined;
  for (let line = await last.next(); line !== undefined; line = await last.next()) said = line;
  expect(said).toBe("finished");
  expect(askedIn(join(folder, "asked-last")).filter(key => before.has(key))).toEqual([]);
  expect(artifactsOf(directory)).toEqual(artifactsOf(uncut));
});
