// Finds near-duplicate texts: candidates by MinHash and banding, each pair verified exactly by 5-grams.

import { createUnionFind } from "./union-find.ts";
import {
  agreementOf,
  maxRowsFor,
  places,
  type Signatures,
  signaturesOf,
  visitBuckets,
} from "./minhash.ts";
import { jaccardOf, gramSet } from "./gram-sets.ts";

export interface NearCluster {
  /** Indices in the list, ascending. */
  readonly members: readonly number[];
  /** The smallest similarity of a member to its nearest other member (chosen by signature, computed exactly). */
  readonly similarity: number;
}

/** How far below the threshold an estimate may be for its pair still to be verified: six standard errors. */
const estimateMargin = 0.2;
/** Maximum number of grams in the cache (64 MB). Sets that no longer fit are recomputed. */
const maxCachedGrams = 8_000_000;

type Similarity = (a: number, b: number) => number;

/** Returns a function for the exact similarity of two of the texts; recently used sets are cached. */
function createSimilarity(texts: readonly string[]): Similarity {
  const sets = new Map<number, Float64Array>();
  let gramCount = 0;
  const setOf = (index: number): Float64Array => {
    const cachedSet = sets.get(index);
    if (cachedSet) return cachedSet;
    const set = gramSet(texts[index] ?? "");
    sets.set(index, set);
    gramCount += set.length;
    for (const [oldestIndex, { length }] of sets) {
      if (gramCount <= maxCachedGrams || oldestIndex === index) break;
      sets.delete(oldestIndex);
      gramCount -= length;
    }
    return set;
  };
  return (a, b) => jaccardOf(setOf(a), setOf(b));
}

/** `verify`: the exact similarity, or 0 if below the threshold; a failed pair is computed only once, however often it comes up. */
function prepareComparison(texts: readonly string[], threshold: number) {
  const signatures = signaturesOf(texts);
  const similarityOf = createSimilarity(texts);
  const minAgreement = Math.max(1, Math.floor((threshold - estimateMargin) * places));
  const failedPairs = new Set<number>();
  const verify: Similarity = (a, b) => {
    const pair = a * texts.length + b;
    if (agreementOf(signatures, a, b, minAgreement) === 0 || failedPairs.has(pair)) return 0;
    const similarity = similarityOf(a, b);
    if (similarity >= threshold) return similarity;
    failedPairs.add(pair);
    return 0;
  };
  return { signatures, similarityOf, verify };
}

function visitPairs(
  bucket: readonly number[],
  visit: (first: number, second: number) => void,
): void {
  for (const [index, first] of bucket.entries()) {
    for (let second = index + 1; second < bucket.length; second++)
      visit(first, bucket[second] ?? first);
  }
}

/**
 * Groups of texts that are connected, directly or through others, by pairs at least as similar as the threshold.
 * Takes 1 kB per text for its signature, and 64 MB in total for grams.
 */
export function nearClusters(texts: readonly string[], threshold: number): NearCluster[] {
  const { signatures, similarityOf, verify } = prepareComparison(texts, threshold);
  const groups = createUnionFind(texts.length);
  /** Similarity of each text to the nearest text it was joined with. */
  const nearest = new Float64Array(texts.length);
  const joinIfSimilar = (a: number, b: number) => {
    if (groups.rootOf(a) === groups.rootOf(b)) return;
    const similarity = verify(a, b);
    if (similarity === 0) return;
    groups.join(a, b);
    for (const member of [a, b]) nearest[member] = Math.max(nearest[member] ?? 0, similarity);
  };
  visitBuckets(signatures, maxRowsFor(threshold), bucket => {
    // A template's bucket can hold thousands of texts that are already in one group.
    if (bucket.every(member => groups.rootOf(member) === groups.rootOf(bucket[0] ?? member)))
      return;
    visitPairs(bucket, joinIfSimilar);
  });
  return groups.groups().map(members => {
    const similarities = members.map(member =>
      Math.max(nearest[member] ?? 0, similarityOf(member, closestOf(member, members, signatures))),
    );
    return {
      members,
      similarity: similarities.reduce((least, similarity) => Math.min(least, similarity), 1),
    };
  });
}

/** The member whose signature agrees most. */
function closestOf(member: number, members: readonly number[], signatures: Signatures): number {
  let [closestMember, maxAgreement] = [member, -1];
  for (const other of members) {
    const agreement =
      other === member ? -1 : agreementOf(signatures, member, other, Math.max(0, maxAgreement));
    if (agreement > maxAgreement) [closestMember, maxAgreement] = [other, agreement];
  }
  return closestMember;
}

/** A text and the most similar text used before, by their indices in the two lists. */
export interface RepeatedText {
  readonly text: number;
  readonly usedIndex: number;
  readonly similarity: number;
}

/** The texts that repeat one used before (equal, or at least as similar as the threshold), in the order of the texts. */
export function repeatsOf(
  texts: readonly string[],
  usedTexts: readonly string[],
  threshold: number,
): RepeatedText[] {
  const { signatures, verify } = prepareComparison([...texts, ...usedTexts], threshold);
  const bestByText = new Map<number, RepeatedText>();
  visitBuckets(signatures, maxRowsFor(threshold), bucket => {
    const firstUsed = bucket.findIndex(member => member >= texts.length);
    for (const textIndex of firstUsed === -1 ? [] : bucket.slice(0, firstUsed)) {
      for (const member of bucket.slice(firstUsed)) {
        const repeat = {
          text: textIndex,
          usedIndex: member - texts.length,
          similarity: verify(textIndex, member),
        };
        if (repeat.similarity > 0 && isNearer(repeat, bestByText.get(textIndex)))
          bestByText.set(textIndex, repeat);
      }
    }
  });
  return [...bestByText.values()].sort((a, b) => a.text - b.text);
}

const isNearer = (repeat: RepeatedText, other: RepeatedText | undefined) =>
  other === undefined ||
  repeat.similarity > other.similarity ||
  (repeat.similarity === other.similarity && repeat.usedIndex < other.usedIndex);
