// The run that random lives are held against: made by rules, without faults or stops.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ragwright } from "../cli.ts";
import { askedByRules } from "../shared-runs.ts";
import type { Uncut } from "./live.ts";

const settings = `documentsPerSchema: 5
mix: { factual: 1, multi-hop: 1, summary: 1, comparison: 1, unanswerable: 1 }
${askedByRules}retry: { firstWait: 0.05 }
timeout: { connect: 5, firstByte: 2, idle: 2, whole: 10 }
`;

export async function makeUncut(folder: string): Promise<Uncut> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "settings.yaml");
  writeFileSync(file, settings);
  const run = join(folder, "uncut");
  const args = [
    "run",
    "rageval",
    "--schemas",
    "law",
    "--settings",
    file,
    "--language",
    "en",
    "--items",
    "6",
  ];
  const { code, err } = await ragwright([...args, "--out", run]);
  if (code !== 0) throw new Error(err);
  return { run, args };
}
