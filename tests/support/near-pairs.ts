// Pairs of texts that meet in a band and are alike: what clusters are joined from.

import { maxRowsFor, signaturesOf, visitBuckets } from "../../pipelines/text/minhash.ts";
import { jaccardOf, gramSet } from "../../pipelines/text/gram-sets.ts";

/** By first, then second. */
export function nearPairs(texts: readonly string[], threshold: number) {
  const sets = texts.map(gramSet);
  const met = new Set<number>();
  visitBuckets(signaturesOf(texts), maxRowsFor(threshold), bucket =>
    bucket.forEach((first, at) =>
      bucket.slice(at + 1).forEach(second => met.add(first * texts.length + second)),
    ),
  );
  return [...met]
    .sort((a, b) => a - b)
    .map(name => [Math.floor(name / texts.length), name % texts.length] as const)
    .map(([first, second]) => ({
      first,
      second,
      similarity: jaccardOf(sets[first]!, sets[second]!),
    }))
    .filter(({ similarity }) => similarity >= threshold);
}
