// Reserves documents for dev before any questions about them are generated.

import { hashOf } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";

/** Minimum size of a group to divide: questions across several documents need some to choose from. */
const minGroupSize = 4;

/**
 * The documents reserved for dev before any question links two of them: a fixed share of each group, whatever the
 * order of the documents. Documents with the same `unitOf` are never divided.
 */
export function devDocuments(
  documentIds: Iterable<string>,
  share: number,
  unitOf: (id: string) => string = id => id,
): Set<string> {
  const ids = new Set(documentIds);
  const devSize = ids.size < minGroupSize ? 0 : Math.round(ids.size * share);
  const dev = new Set<string>();
  const units = [...groupBy(ids, unitOf)].sort(([a], [b]) => (hashOf(a) < hashOf(b) ? -1 : 1));
  for (const [, unit] of units)
    if (dev.size + unit.length / 2 <= devSize) for (const id of unit) dev.add(id);
  return dev;
}
