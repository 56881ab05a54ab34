// Unpacks the sample that ships with the package: one run of each wing.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { z } from "zod";
import { items } from "../../schemas/items/records.ts";
import type { SampleOutput } from "../../schemas/output/datasets.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { openRun } from "../engine/open-run.ts";
import { packageRoot } from "../engine/package-root.ts";
import { rewriteReport } from "./report.ts";

/** A line of the archive: a file of one of the runs, with its path in the sample's folder. */
const SampleFile = z.strictObject({ path: z.string().min(1), text: z.string() });

export const sampleArchive = (): string => join(packageRoot(), "seeds/sample/runs.jsonl.br");
const cardFile = (): string => join(packageRoot(), "seeds/sample/README.md");

export interface SampleOptions {
  /** A new or empty folder. Default: `out/sample`. */
  readonly to?: string | undefined;
}

/** Unpacks the sample's runs and writes a report for each. Throws PipelineError("wrong-use") for anything but a new or empty folder. */
export async function sample({ to = "out/sample" }: SampleOptions = {}): Promise<SampleOutput> {
  if (existsSync(to) && (!statSync(to).isDirectory() || readdirSync(to).length > 0))
    throw new PipelineError("wrong-use", `${to} is not an empty folder.`, {
      hint: "Name another folder: ragwright sample --to FOLDER",
    });
  const lines = brotliDecompressSync(readFileSync(sampleArchive()))
    .toString("utf8")
    .trimEnd()
    .split("\n");
  const wings = new Set<string>();
  for (const line of lines) {
    const { path, text } = SampleFile.parse(JSON.parse(line));
    const file = join(to, path);
    mkdirSync(dirname(file), { recursive: true });
    replaceFile(file, [text]);
    wings.add(path.split("/")[0] ?? "");
  }
  replaceFile(join(to, "README.md"), [readFileSync(cardFile(), "utf8")]);
  const runs: SampleOutput["runs"] = [];
  for (const wing of [...wings].sort()) {
    const run = join(to, wing);
    const { path } = await rewriteReport(run);
    runs.push({ wing, run, items: [...openRun(run).rows(items)].length, report: path });
  }
  return { to, runs };
}
