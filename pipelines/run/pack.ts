// Packs a run to be committed, and compares a packed benchmark with the documents as they are now.

import { existsSync } from "node:fs";
import { Language } from "../../schemas/items/item-types.ts";
import type { CheckOutput as Checked, PackSummary } from "../../schemas/output/datasets.ts";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { readPack } from "../evaluate/pack/read-pack.ts";
import { type CurrentDocument, staleItems } from "../evaluate/pack/stale-items.ts";
import { exportPack } from "../export/pack.ts";
import { readDocuments } from "../intake/sources.ts";
import type { Split } from "./evaluation-inputs.ts";
import { exportOptionsOf, type ItemChoice } from "./export-run.ts";

export type { Checked };

export interface PackRunOptions extends ItemChoice {
  /** The directory of the run. */
  readonly run: string;
  /** The folder to write. */
  readonly to: string;
  readonly split?: Split | undefined;
  /** Maximum number of items. */
  readonly items?: number | undefined;
}

/** Throws PipelineError("bad-input") if there is nothing to pack, "wrong-use" for a folder that contains anything else. */
export function packRun({ run, to, split, items, ...choice }: PackRunOptions): PackSummary {
  return exportPack(openRun(run), to, {
    ...exportOptionsOf(choice),
    ...(split === undefined ? {} : { split }),
    ...(items === undefined ? {} : { items }),
  });
}

export interface CheckOptions {
  /** The folder of the packed benchmark. */
  readonly benchmark: string;
  /** Files and folders of the documents as they are now, of any format that a run reads. */
  readonly documents: readonly string[];
}

/** Throws PipelineError("bad-input") for a folder without a benchmark, and for missing documents. */
export async function checkPack({ benchmark, documents: paths }: CheckOptions): Promise<Checked> {
  const pack = readPack(benchmark);
  const missingPath = paths.find(path => !existsSync(path));
  if (missingPath !== undefined)
    throw new PipelineError("bad-input", `There is no such file or folder: ${missingPath}.`, {
      hint: "Give the documents that the benchmark was made from: --documents docs",
    });
  const currentDocuments: CurrentDocument[] = [];
  const unread: { file: string; reason: string }[] = [];
  const readOptions = { paths, languages: Language.options, domains: undefined, licence: null };
  for await (const row of readDocuments(readOptions)) {
    if (row instanceof InputFailure) unread.push({ file: row.id, reason: row.detail });
    else
      currentDocuments.push({
        id: row.id,
        name: row.name,
        text: row.text,
        source: row.provenance.source,
      });
  }
  return {
    items: pack.items.length,
    stale: staleItems(pack, currentDocuments),
    documents: currentDocuments.length,
    unread,
  };
}
