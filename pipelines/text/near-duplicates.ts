// Finds near-duplicate texts: candidates by MinHash and banding, each pair verified exactly by 5-grams.

import { rowsFor, visitBuckets } from "./bands.ts";
import { startGroups } from "./joined-groups.ts";
import { agreeing, PLACES, type Signatures, signaturesOf } from "./minhash.ts";
import { jaccardOf, shingleSet } from "./shingles.ts";

export interface NearCluster {
  /** Indices in the list, ascending. */
  readonly members: readonly number[];
  /** The smallest similarity of a member to its nearest other member (nearest by signature, then counted exactly). */
  readonly similarity: number;
}

/** An estimate this far below the threshold is not verified: six standard errors. */
const ESTIMATE_MARGIN = 0.2;
/** Total grams cached for verifying: 64 MB. Beyond that, sets are recomputed. */
const MAX_GRAMS = 8_000_000;

type Similarity = (a: number, b: number) => number;

/** Exact similarity of two of the texts; recently used sets are cached. */
function rememberSets(texts: readonly string[]): Similarity {
  const sets = new Map<number, Float64Array>();
  let grams = 0;
  const setOf = (index: number): Float64Array => {
    const known = sets.get(index);
    if (known) return known;
    const set = shingleSet(texts[index] ?? "");
    sets.set(index, set);
    grams += set.length;
    for (const [oldest, { length }] of sets) {
      if (grams <= MAX_GRAMS || oldest === index) break;
      sets.delete(oldest);
      grams -= length;
    }
    return set;
  };
  return (a, b) => jaccardOf(setOf(a), setOf(b));
}

interface Comparison {
  readonly signatures: Signatures;
  readonly similarityOf: Similarity;
  /** The exact similarity, or 0 if below the threshold; a failed pair is computed only once, however often it comes up. */
  readonly verify: Similarity;
}

function compare(texts: readonly string[], threshold: number): Comparison {
  const signatures = signaturesOf(texts);
  const similarityOf = rememberSets(texts);
  const least = Math.max(1, Math.floor((threshold - ESTIMATE_MARGIN) * PLACES));
  const failed = new Set<number>();
  const verify = (a: number, b: number) => {
    const name = a * texts.length + b;
    if (agreeing(signatures, a, b, least) === 0 || failed.has(name)) return 0;
    const similarity = similarityOf(a, b);
    if (similarity >= threshold) return similarity;
    failed.add(name);
    return 0;
  };
  return { signatures, similarityOf, verify };
}

function visitPairs(
  bucket: readonly number[],
  visit: (first: number, second: number) => void,
): void {
  for (const [at, first] of bucket.entries()) {
    for (let other = at + 1; other < bucket.length; other++) visit(first, bucket[other] ?? first);
  }
}

/**
 * Groups of texts that are connected, directly or through others, by pairs at least as similar as the threshold.
 * Takes 1 kB per text for its signature, and 64 MB in total for grams.
 */
export function nearClusters(texts: readonly string[], threshold: number): NearCluster[] {
  const { signatures, similarityOf, verify } = compare(texts, threshold);
  const joined = startGroups(texts.length);
  const nearest = new Float64Array(texts.length);
  const meet = (a: number, b: number) => {
    if (joined.rootOf(a) === joined.rootOf(b)) return;
    const similarity = verify(a, b);
    if (similarity === 0) return;
    joined.join(a, b);
    for (const member of [a, b]) nearest[member] = Math.max(nearest[member] ?? 0, similarity);
  };
  visitBuckets(signatures, rowsFor(threshold), bucket => {
    // A template's bucket may hold thousands that are already in one group.
    if (bucket.every(member => joined.rootOf(member) === joined.rootOf(bucket[0] ?? member)))
      return;
    visitPairs(bucket, meet);
  });
  return joined.groups().map(members => ({
    members,
    similarity: smallestNearest(members, { signatures, similarityOf, nearest }),
  }));
}

interface ComparisonState {
  readonly signatures: Signatures;
  readonly similarityOf: Similarity;
  /** Similarity of each text to the nearest one it was joined with. */
  readonly nearest: Float64Array;
}

function smallestNearest(
  members: readonly number[],
  { signatures, similarityOf, nearest }: ComparisonState,
): number {
  let smallest = 1;
  for (const member of members) {
    const closest = closestOf(member, members, signatures);
    smallest = Math.min(smallest, Math.max(nearest[member] ?? 0, similarityOf(member, closest)));
  }
  return smallest;
}

/** The member whose signature agrees most. */
function closestOf(member: number, members: readonly number[], signatures: Signatures): number {
  let [closest, most] = [member, -1];
  for (const other of members) {
    const agreement =
      other === member ? -1 : agreeing(signatures, member, other, Math.max(0, most));
    if (agreement > most) [closest, most] = [other, agreement];
  }
  return closest;
}

/** A text and the most similar text used before, by their indices in the two lists. */
export interface Repeat {
  readonly text: number;
  readonly used: number;
  readonly similarity: number;
}

/** The texts that repeat one used before (equal, or at least as similar as the threshold), in the order of the texts. */
export function repeatsOf(
  texts: readonly string[],
  usedTexts: readonly string[],
  threshold: number,
): Repeat[] {
  const { signatures, verify } = compare([...texts, ...usedTexts], threshold);
  const best = new Map<number, Repeat>();
  visitBuckets(signatures, rowsFor(threshold), bucket => {
    const firstUsed = bucket.findIndex(member => member >= texts.length);
    for (const text of firstUsed === -1 ? [] : bucket.slice(0, firstUsed)) {
      for (const member of bucket.slice(firstUsed)) {
        const repeat = { text, used: member - texts.length, similarity: verify(text, member) };
        if (repeat.similarity > 0 && isNearer(repeat, best.get(text))) best.set(text, repeat);
      }
    }
  });
  return [...best.values()].sort((a, b) => a.text - b.text);
}

const isNearer = (repeat: Repeat, known: Repeat | undefined) =>
  known === undefined ||
  repeat.similarity > known.similarity ||
  (repeat.similarity === known.similarity && repeat.used < known.used);
