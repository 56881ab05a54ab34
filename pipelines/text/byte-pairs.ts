// Byte-pair encoding, for counting alone: the tables are js-tiktoken's, whose own merging takes a dozen times as long.

import { copyOf } from "./remember.ts";

/** As js-tiktoken ships it. */
export interface Encoding {
  /** What a text is cut into before anything is merged, as the pattern of a regular expression. */
  readonly pat_str: string;
  /** A line: a mark, the rank of its first token, the tokens in Base64. */
  readonly bpe_ranks: string;
}

/** Ranks by tokens, a token as its bytes in Latin-1. */
type Ranks = ReadonlyMap<string, number>;

function readRanks({ bpe_ranks }: Encoding): Ranks {
  const ranks = new Map<string, number>();
  for (const line of bpe_ranks.split("\n")) {
    const [, first, ...tokens] = line.split(" ");
    for (const [place, token] of tokens.entries()) ranks.set(atob(token), Number(first) + place);
  }
  return ranks;
}

/** White space is Unicode's, as in the program that the tables come from; JavaScript's `\s` is another set. */
const patternOf = ({ pat_str }: Encoding): RegExp =>
  new RegExp(
    pat_str.replaceAll("\\s", "\\p{White_Space}").replaceAll("\\S", "\\P{White_Space}"),
    "gu",
  );

/** How many tokens a piece merges into: the neighbours of lowest rank first, the left ones of equals. Time grows with the square of its length. */
function mergedLength(bytes: string, ranks: Ranks): number {
  const starts = Array.from({ length: bytes.length + 1 }, (_, at) => at);
  const rankAt = (at: number): number =>
    ranks.get(bytes.slice(starts[at], starts[at + 2])) ?? Number.POSITIVE_INFINITY;
  // Of each part with the one after it; the last part has none.
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

/** Pieces whose length is remembered before all are forgotten: texts repeat their words, which are seldom longer than this. */
const REMEMBERED = { pieces: 50_000, units: 50 };

/** A function that says how many tokens of this encoding a text has; marks such as `<|endoftext|>` are text. Memory: some 40 MB. */
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
