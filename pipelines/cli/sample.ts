// `ragwright sample`: unpacks the sample that ships with the package into a folder.

import { join } from "node:path";
import { sample as unpackSample } from "../run/sample.ts";
import { joinLines } from "./job.ts";
import { printResult } from "./printer.ts";

interface SampleFlags {
  readonly json?: boolean;
  readonly to?: string;
}

/** Unpacks the sample and says what was written and what to run next; returns the exit code. */
export async function sample({ json, to }: SampleFlags): Promise<number> {
  const unpacked = await unpackSample({ to });
  const text = joinLines(
    ...unpacked.runs.map(({ wing, run, items }) => `${wing.padEnd(8)} ${items} items in ${run}`),
    `${unpacked.to}/README.md says how it was made.`,
    `Next: ragwright baseline ${join(unpacked.to, "rageval")} runs a plain RAG on it, without a key.`,
  );
  return printResult(json, unpacked, text);
}
