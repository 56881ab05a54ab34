// Describes exported files in a manifest: canary, licences, sources, splits and the models that made them, but no timestamps.

import { join } from "node:path";
import { z } from "zod";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { splits } from "../../schemas/items/finished-items.ts";
import { replaceFile } from "../engine/files.ts";
import type { OpenRun } from "../engine/open-run.ts";
import type { ManifestFields } from "./chosen-items.ts";
import { bySplit, type Split } from "./item-splits.ts";

/** A model that can recite this string has seen one of our benchmarks in training. */
export const canary =
  "ragwright canary c50886d3-3c8c-4bd6-bc0e-b4d4c0f9fd9e: benchmark data, to be kept out of training corpora";

/** The fields that every format's manifest begins with. */
export interface RunHeading extends ManifestFields {
  readonly canary: string;
  readonly format: string;
  readonly wing: string | null;
  /** Models whose replies the rows were made from. */
  readonly models: readonly string[];
}

const WingAndModel = z
  .object({
    wing: z.string().nullable().catch(null),
    model: z.object({ name: z.string() }).nullable().catch(null),
  })
  .catch({ wing: null, model: null });

/** Counts only calls that an outcome rests on, since calls.jsonl also contains those of earlier recipes and repairs. */
function modelsOf(run: OpenRun, configuredModel: string | undefined): string[] {
  const keys = new Set<string>();
  for (const { writes } of run.stages)
    for (const { calls } of run.outcomes(writes).lines.values())
      for (const key of calls) keys.add(key);
  const models = new Set<string>();
  for (const { key, model } of run.calls()) if (keys.has(key)) models.add(model);
  return models.size === 0 && configuredModel !== undefined
    ? [configuredModel]
    : [...models].sort();
}

export function describeRun(run: OpenRun, format: string): RunHeading {
  const settings = WingAndModel.parse(run.settings);
  return { canary, format, wing: settings.wing, models: modelsOf(run, settings.model?.name) };
}

/** `exportedIds` maps item ids to those of the format; an item without a split is in neither list. */
export function describeSplits<Id>(
  run: OpenRun,
  exportedIds: ReadonlyMap<string, Id>,
): Record<Split, Id[]> {
  const splitsByItem = new Map([...run.rows(splits)].map(({ itemId, split }) => [itemId, split]));
  return bySplit(split =>
    [...exportedIds].filter(([id]) => splitsByItem.get(id) === split).map(([, id]) => id),
  );
}

/** Writes manifest.json, and returns its counts. */
export function writeManifest<Manifest extends RunHeading & { readonly counts: object }>(
  directory: string,
  manifest: Manifest,
): Manifest["counts"] {
  replaceFile(join(directory, "manifest.json"), [`${JSON.stringify(manifest, null, 2)}\n`]);
  return manifest.counts;
}

export const licenceOf = ({ provenance }: Pick<DocumentRow, "provenance">): string =>
  provenance.licence ?? "none stated";

/** Licences sorted by name. */
export const sortedLicences = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
