// Describes exported files in a manifest: canary, licences, sources, splits and the models that made them, but no timestamps.

import { z } from "zod";
import { splits } from "../../schemas/items/finished-items.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { shownPath } from "../engine/shown-path.ts";
import type { ChosenItems, PeopleCounts } from "./chosen-items.ts";
import { canary } from "./canary.ts";
import type { ExportIds } from "./export-ids.ts";
import type { AuditCounts } from "./sound-items.ts";
import type { WorthCounts } from "./worthy-items.ts";

/** Counts of a retrieval dataset; `test` and `dev` are numbers of queries. */
export interface RetrievalCounts {
  readonly documents: number;
  readonly queries: number;
  readonly test: number;
  readonly dev: number;
}

/** The fields that every format's manifest begins with. */
export interface RunHeading<Format extends string = string> {
  readonly canary: string;
  readonly format: Format;
  readonly wing: string | null;
  /** Models whose replies the rows were made from. */
  readonly models: readonly string[];
  /** Present if only items that people accepted are exported. */
  readonly people?: PeopleCounts;
  /** Present if items with audit findings are left out. */
  readonly audit?: AuditCounts;
  /** Present if items are left out because of their marks. */
  readonly worth?: WorthCounts;
}

/** Ids in the format's own form, in the order of the items. */
export interface SplitIds<Id> {
  readonly dev: readonly Id[];
  readonly test: readonly Id[];
}

export interface Manifest extends RunHeading<"dragonball"> {
  readonly counts: {
    readonly documents: number;
    readonly queries: number;
    readonly references: number;
    readonly keypoints: number;
  };
  /** Query ids. */
  readonly splits: SplitIds<number>;
  readonly documents: readonly {
    readonly doc_id: number;
    readonly id: string;
    readonly source: string;
    readonly licence: string | null;
  }[];
  /** Query ids and the item ids that `ragwright trace` accepts. */
  readonly queries: readonly { readonly query_id: number; readonly id: string }[];
}

const WingAndModel = z
  .object({
    wing: z.string().nullable().catch(null),
    model: z.object({ name: z.string() }).nullable().catch(null),
  })
  .catch({ wing: null, model: null });

/** Counts only calls that an outcome rests on, since calls.jsonl also has those of earlier recipes and repairs. */
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

export function describeRun<Format extends string>(
  run: OpenRun,
  format: Format,
): RunHeading<Format> {
  const settings = WingAndModel.parse(run.settings);
  return { canary, format, wing: settings.wing, models: modelsOf(run, settings.model?.name) };
}

/** `exportedIds` maps item ids to those of the format; an item without a split is in neither list. */
export function describeSplits<Id>(
  run: OpenRun,
  exportedIds: ReadonlyMap<string, Id>,
): SplitIds<Id> {
  const splitOf = new Map<string, "dev" | "test">();
  for (const { itemId, split } of run.rows(splits)) splitOf.set(itemId, split);
  const idsIn = (split: "dev" | "test") =>
    [...exportedIds].filter(([id]) => splitOf.get(id) === split).map(([, id]) => id);
  return { dev: idsIn("dev"), test: idsIn("test") };
}

export const licenceOf = ({ provenance }: Pick<DocumentRow, "provenance">): string =>
  provenance.licence ?? "none stated";

/** Licences sorted by name. */
export const sortedLicences = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));

const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);

interface DragonballExport {
  readonly documents: readonly DocumentRow[];
  readonly items: readonly ItemRow[];
  readonly ids: ExportIds;
  readonly manifestFields: ChosenItems["manifestFields"];
}

/** Describes DragonBall's files. Documents and items must be in the order of their numbers. */
export function describeExport(
  run: OpenRun,
  { documents, items, ids, manifestFields }: DragonballExport,
): Manifest {
  const queryIds = new Map(items.map(({ id }) => [id, ids.queries.get(id) ?? 0]));
  return {
    ...describeRun(run, "dragonball"),
    ...manifestFields,
    counts: {
      documents: documents.length,
      queries: items.length,
      references: sum(items.map(({ evidence }) => evidence.length)),
      keypoints: sum(items.map(({ keypoints }) => keypoints.length)),
    },
    splits: describeSplits(run, queryIds),
    documents: documents.map(({ id, provenance }) => ({
      doc_id: ids.documents.get(id) ?? 0,
      id,
      source: shownPath(provenance.source),
      licence: provenance.licence,
    })),
    queries: [...queryIds].map(([id, query_id]) => ({ query_id, id })),
  };
}
