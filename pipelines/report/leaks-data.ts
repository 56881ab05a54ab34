// Reads how similar the pool's documents are to the held-out ones, and how many of the latter the items use.

import { heldOut, leaks, type LeakRow } from "../../schemas/crud/records.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { OpenRun } from "../engine/open-run.ts";

/** Counts for a tenth of the range from 0 to 1. */
export interface LeakBin {
  readonly excluded: number;
  readonly stayed: number;
}

type Measure = "similarity" | "containment";

export interface LeaksData {
  readonly heldOut: number;
  /** Number of held-out documents that items were built from. */
  readonly usedCount: number;
  /** Number of pairs of documents, one held out, the other repeating part of it. */
  readonly pairs: number;
  /** Number of documents left out of the corpus because of them. */
  readonly excluded: number;
  readonly bins: Readonly<Record<Measure, readonly LeakBin[]>>;
  /** Number of held-out documents that a document of the pool repeats beyond the threshold. */
  readonly repeated: number;
  /** Number of pairs that similarity alone would have missed. */
  readonly containmentOnlyPairs: number;
  /** The nearest pairs whose document stayed in the corpus. */
  readonly nearest: readonly LeakRow[];
}

export const binCount = 10;

/** The bin of a share; 1 is in the last bin. Tolerates rounding errors in sums of tenths. */
export const binOf = (share: number): number =>
  Math.min(binCount - 1, Math.max(0, Math.floor(share * binCount + 1e-9)));

const emptyBins = () => Array.from({ length: binCount }, () => ({ excluded: 0, stayed: 0 }));

const maxNearest = 5;

const byNearness = (a: LeakRow, b: LeakRow) =>
  Math.max(b.containment, b.similarity) - Math.max(a.containment, a.similarity) ||
  (a.id < b.id ? -1 : 1);

function readPairs(run: OpenRun, minSimilarity: number) {
  const binsByMeasure = { similarity: emptyBins(), containment: emptyBins() };
  const [excludedIds, repeatedIds] = [new Set<string>(), new Set<string>()];
  const nearest: LeakRow[] = [];
  let [pairs, containmentOnlyPairs] = [0, 0];
  for (const row of run.rows(leaks)) {
    pairs++;
    for (const measure of ["similarity", "containment"] as const) {
      const bin = binsByMeasure[measure][binOf(row[measure])];
      if (bin) bin[row.excluded ? "excluded" : "stayed"]++;
    }
    if (row.excluded) {
      excludedIds.add(row.documentId);
      repeatedIds.add(row.heldOutId);
      if (row.similarity < minSimilarity) containmentOnlyPairs++;
    } else {
      nearest.push(row);
      nearest.sort(byNearness).splice(maxNearest);
    }
  }
  return {
    pairs,
    excluded: excludedIds.size,
    repeated: repeatedIds.size,
    containmentOnlyPairs,
    bins: binsByMeasure,
    nearest,
  };
}

/** Null if nothing was held out. */
export function readLeaks(
  run: OpenRun,
  rows: readonly ItemRow[],
  minSimilarity: number,
): LeaksData | null {
  const heldOutCount = run.count(heldOut);
  if (heldOutCount === 0) return null;
  return {
    heldOut: heldOutCount,
    usedCount: new Set(rows.flatMap(({ heldOutIds }) => heldOutIds)).size,
    ...readPairs(run, minSimilarity),
  };
}
