// Files of a run, written as they are: rows without journals, and run.json.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export function putLines(directory: string, artifact: string, rows: readonly object[]): void {
  const path = join(directory, `${artifact}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, rows.map(row => `${JSON.stringify(row)}\n`).join(""));
}

/** run.json of a run, which has neither inputs nor stages unless they are given. */
export function putRunJson(
  directory: string,
  head: { settings?: object; inputs?: readonly string[]; stages?: readonly object[] } = {},
): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, "run.json"),
    JSON.stringify({ basis: "b", randomSeed: 1, settings: {}, inputs: [], stages: [], ...head }),
  );
}

/** A stage as run.json notes it. */
export const stageNote = (name: string, over: string, lookup: readonly string[] = []) => ({
  name,
  over,
  lookup,
  writes: name,
});
