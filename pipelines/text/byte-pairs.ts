// Byte-pair encoding, only for counting tokens: uses js-tiktoken's tables, but merges a dozen times faster.

import { copyOf } from "./remember.ts";

/** As js-tiktoken ships it. */
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
    for (const [place, token] of tokens.entries()) ranks.set(atob(token), Number(first) + place);
  }
  return ranks;
}

/** White space as in Unicode and the program that the tables come from; JavaScript's `\s` differs. */
const patternOf = ({ pat_str }: Encoding): RegExp =>
  new RegExp(
    pat_str.replaceAll("\\s", "\\p{White_Space}").replaceAll("\\S", "\\P{White_Space}"),
    "gu",
  );

/** How many tokens a piece merges into: lowest rank first, leftmost on ties. Takes quadratic time. */
function mergedLength(bytes: string, ranks: Ranks): number {
  const starts = Array.from({ length: bytes.length + 1 }, (_, at) => at);
  const rankAt = (at: number): number =>
    ranks.get(bytes.slice(starts[at], starts[at + 2])) ?? Number.POSITIVE_INFINITY;
  // The rank of each part merged with the next; the last part has none.
  const merges = starts.slice(0, -2).map((_, at) => rankAt(at));
  for (;;) {
    let lowest = -1;
    let rank = Number.POSITIVE_INFINITY;
    for (let at = 0; at < merges.length; at += 1) {
      const other = merges[at] ?? rank;
      if (other < rank) [lowest, rank] = [at, other];
    }
    if (lowest < 0) return starts.length - 1;
    starts.splice(lowest + 1, 1);
    merges.splice(lowest, 1);
    if (lowest < merges.length) merges[lowest] = rankAt(lowest);
    if (lowest > 0) merges[lowest - 1] = rankAt(lowest - 1);
  }
}

/** Size of the cache, which is cleared when full, and the longest piece in it: texts repeat words, which are seldom longer. */
const REMEMBERED = { pieces: 50_000, units: 50 };

/** Returns a function that counts a text's tokens in this encoding; markers such as `<|endoftext|>` are plain text. Memory: about 40 MB. */
export function tokenCounter(encoding: Encoding): (text: string) => number {
  const ranks = readRanks(encoding);
  const pattern = patternOf(encoding);
  const known = new Map<string, number>();
  const count = (piece: string): number => {
    const bytes = Buffer.from(piece, "utf8").toString("latin1");
    return ranks.has(bytes) ? 1 : mergedLength(bytes, ranks);
  };
  const lengthOf = (piece: string): number => {
    const before = known.get(piece);
    if (before !== undefined) return before;
    const length = count(piece);
    if (known.size >= REMEMBERED.pieces) known.clear();
    if (piece.length <= REMEMBERED.units) known.set(copyOf(piece), length);
    return length;
  };
  return text => (text.match(pattern) ?? []).reduce((sum, piece) => sum + lengthOf(piece), 0);
}
