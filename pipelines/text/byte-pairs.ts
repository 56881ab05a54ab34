// Byte-pair encoding, only for counting tokens: uses js-tiktoken's tables, but merges about twelve times as fast.

import { detachedCopy } from "./memoize.ts";

/** The tables of an encoding, as js-tiktoken ships them. */
export interface Encoding {
  /** Regular expression for the pieces that a text is split into before merging. */
  readonly pat_str: string;
  /** Each line: a marker, the rank of its first token, the tokens in Base64. */
  readonly bpe_ranks: string;
}

/** Ranks by token; a token is its bytes as Latin-1. */
type Ranks = ReadonlyMap<string, number>;

function readRanks({ bpe_ranks }: Encoding): Ranks {
  const ranks = new Map<string, number>();
  for (const line of bpe_ranks.split("\n")) {
    const [, first, ...tokens] = line.split(" ");
    for (const [offset, token] of tokens.entries()) ranks.set(atob(token), Number(first) + offset);
  }
  return ranks;
}

/** White space as defined by Unicode and by the program that the tables come from; JavaScript's `\s` differs. */
const patternOf = ({ pat_str }: Encoding): RegExp =>
  new RegExp(
    pat_str.replaceAll("\\s", "\\p{White_Space}").replaceAll("\\S", "\\P{White_Space}"),
    "gu",
  );

/** How many tokens a piece merges into: the lowest rank first, the leftmost on ties. Takes quadratic time. */
function mergedLength(bytes: string, ranks: Ranks): number {
  const starts = Array.from({ length: bytes.length + 1 }, (_, index) => index);
  const rankAt = (index: number): number =>
    ranks.get(bytes.slice(starts[index], starts[index + 2])) ?? Number.POSITIVE_INFINITY;
  // The rank of each part merged with the next; the last part has none.
  const merges = starts.slice(0, -2).map((_, index) => rankAt(index));
  for (;;) {
    let lowest = -1;
    let rank = Number.POSITIVE_INFINITY;
    for (let index = 0; index < merges.length; index += 1) {
      const candidate = merges[index] ?? rank;
      if (candidate < rank) [lowest, rank] = [index, candidate];
    }
    if (lowest < 0) return starts.length - 1;
    starts.splice(lowest + 1, 1);
    merges.splice(lowest, 1);
    if (lowest < merges.length) merges[lowest] = rankAt(lowest);
    if (lowest > 0) merges[lowest - 1] = rankAt(lowest - 1);
  }
}

/** Maximum number of cached pieces (the cache is cleared when full), and the maximum length of one in UTF-16 units: what texts repeat are words, which are seldom longer. */
const cacheLimits = { pieces: 50_000, units: 50 };

/** Returns a function that counts a text's tokens in this encoding; markers such as `<|endoftext|>` are plain text. Keeps about 40 MB in memory. */
export function tokenCounter(encoding: Encoding): (text: string) => number {
  const ranks = readRanks(encoding);
  const pattern = patternOf(encoding);
  const cache = new Map<string, number>();
  const computeTokenCount = (piece: string): number => {
    const bytes = Buffer.from(piece, "utf8").toString("latin1");
    return ranks.has(bytes) ? 1 : mergedLength(bytes, ranks);
  };
  const tokenCountOf = (piece: string): number => {
    const cachedCount = cache.get(piece);
    if (cachedCount !== undefined) return cachedCount;
    const count = computeTokenCount(piece);
    if (cache.size >= cacheLimits.pieces) cache.clear();
    if (piece.length <= cacheLimits.units) cache.set(detachedCopy(piece), count);
    return count;
  };
  return text => (text.match(pattern) ?? []).reduce((sum, piece) => sum + tokenCountOf(piece), 0);
}
