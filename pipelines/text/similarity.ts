// Measures the similarity of two texts by character n-grams.

import { fold } from "./fold.ts";
import { memoize } from "./memoize.ts";
import { jaccardOfCounts } from "./gram-sets.ts";

/** Three characters: about a word and a half of Chinese, half a word of English. */
const defaultGramLength = 3;

/** The set of n-grams of the folded text; a text shorter than n is one gram by itself. */
export const grams = (text: string, n: number = defaultGramLength): ReadonlySet<string> =>
  n === defaultGramLength ? defaultGrams(text) : gramsOf(text, n);

const defaultGrams = memoize(text => gramsOf(text, defaultGramLength));

function gramsOf(text: string, n: number): Set<string> {
  const characters = [...fold(text)];
  if (characters.length === 0) return new Set();
  if (characters.length < n) return new Set([characters.join("")]);
  const set = new Set<string>();
  for (let start = 0; start + n <= characters.length; start++)
    set.add(characters.slice(start, start + n).join(""));
  return set;
}

/** Shared n-grams divided by all n-grams, 0 … 1; 1 for two empty texts. */
export function jaccard(a: string, b: string, n: number = defaultGramLength): number {
  const [left, right] = [grams(a, n), grams(b, n)];
  return jaccardOfCounts(countShared(left, right), left.size, right.size);
}

/** How many n-grams are in both sets. */
export function countShared(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared++;
  return shared;
}
