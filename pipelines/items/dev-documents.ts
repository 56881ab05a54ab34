// Documents set apart for dev before anything is asked of them.

import { hashOf } from "../engine/fingerprint.ts";

// Questions over several documents need some to choose from: a smaller group is not divided.
const fewestTogether = 4;

/** Documents set apart for dev before questions join any two: a fixed share of each group, the same in any order. */
export function devDocuments(documentIds: Iterable<string>, share: number): Set<string> {
  const ids = [...new Set(documentIds)].sort((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
  return ids.length < fewestTogether
    ? new Set()
    : new Set(ids.slice(0, Math.round(ids.length * share)));
}
