// Token counts of texts that come again and again.

import { countTokens } from "../../../pipelines/text/segment.ts";

const maxKept = 5000;

/** `countTokens`, each text once; forgets all when it has kept too many. */
export function tokenCounter(): (text: string) => number {
  const counts = new Map<string, number>();
  return text => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    if (counts.size >= maxKept) counts.clear();
    const count = countTokens(text);
    counts.set(text, count);
    return count;
  };
}

/** A guess where nothing is recorded and counting is not asked for. */
export const guessTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);
