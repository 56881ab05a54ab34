// What stands beside the exported files: canary, licences, sources, splits and the models that made them. No times.

import { z } from "zod";
import { type DocumentRow, type ItemRow, splits } from "../../schemas/items/records.ts";
import { readCallMarks, readDone, readRows, readRun } from "../engine/reading.ts";
import { canary } from "./canary.ts";
import type { ExportIds } from "./export-ids.ts";

export interface Manifest {
  readonly canary: string;
  readonly format: "dragonball";
  readonly wing: string | null;
  /** Models whose replies the rows were made from. */
  readonly models: readonly string[];
  readonly counts: { readonly documents: number; readonly queries: number; readonly references: number; readonly keypoints: number };
  /** Query ids. */
  readonly splits: { readonly dev: readonly number[]; readonly test: readonly number[] };
  readonly documents: readonly { readonly doc_id: number; readonly id: string; readonly source: string; readonly licence: string | null }[];
  /** Query ids and the item ids that `ragwright trace` takes. */
  readonly queries: readonly { readonly query_id: number; readonly id: string }[];
}

const Told = z.object({ wing: z.string().nullable().catch(null), model: z.object({ name: z.string() }).nullable().catch(null) }).catch({ wing: null, model: null });

/** Calls that only an earlier recipe or a repair made are in calls.jsonl too: those count that an outcome rests on. */
function modelsOf(directory: string, told: string | undefined): string[] {
  const keys = new Set(readRun(directory).stages.flatMap(({ writes }) => [...readDone(directory, writes).lines.values()].flatMap(({ calls }) => calls)));
  const models = new Set<string>();
  for (const { key, model } of readCallMarks(directory)) if (keys.has(key)) models.add(model);
  return models.size === 0 && told !== undefined ? [told] : [...models].sort();
}

function splitIds(directory: string, queries: ReadonlyMap<string, number>): Manifest["splits"] {
  const ids: Record<"dev" | "test", number[]> = { dev: [], test: [] };
  for (const { itemId, split } of readRows(directory, splits)) {
    const number = queries.get(itemId);
    if (number !== undefined) ids[split].push(number);
  }
  return { dev: ids.dev.sort((a, b) => a - b), test: ids.test.sort((a, b) => a - b) };
}

const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);

/** Documents and items come in the order in which they are exported. */
export function describeExport(directory: string, { documents, items, ids }: { documents: readonly DocumentRow[]; items: readonly ItemRow[]; ids: ExportIds }): Manifest {
  const told = Told.parse(readRun(directory).settings);
  const exported = new Map(items.map(({ id }) => [id, ids.queries.get(id) ?? 0]));
  return {
    canary,
    format: "dragonball",
    wing: told.wing,
    models: modelsOf(directory, told.model?.name),
    counts: {
      documents: documents.length,
      queries: items.length,
      references: sum(items.map(({ evidence }) => evidence.length)),
      keypoints: sum(items.map(({ keypoints }) => keypoints.length)),
    },
    splits: splitIds(directory, exported),
    documents: documents.map(({ id, provenance }) => ({ doc_id: ids.documents.get(id) ?? 0, id, source: provenance.source, licence: provenance.licence })),
    queries: [...exported].map(([id, query_id]) => ({ query_id, id })),
  };
}
