// Sets documents apart for dev before anything is asked about them.

import { hashOf } from "../engine/fingerprint.ts";
import { groupBy } from "../engine/grouping.ts";

// Questions over several documents need some to choose from, so smaller groups are not divided.
const minTogether = 4;

/**
 * The documents set apart for dev before questions join any two: a fixed share of each group, the same in any order.
 * Documents with the same `unitOf` stay on one side.
 */
export function devDocuments(
  documentIds: Iterable<string>,
  share: number,
  unitOf: (id: string) => string = id => id,
): Set<string> {
  const ids = new Set(documentIds);
  const room = ids.size < minTogether ? 0 : Math.round(ids.size * share);
  const dev = new Set<string>();
  const units = [...groupBy(ids, unitOf)].sort(([a], [b]) => (hashOf(a) < hashOf(b) ? -1 : 1));
  for (const [, unit] of units)
    if (dev.size + unit.length / 2 <= room) for (const id of unit) dev.add(id);
  return dev;
}
