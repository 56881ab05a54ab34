// Offsets between UTF-16 units and code points, and finding a quoted span in its text.

import { foldWithOffsets } from "./fold.ts";

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** How many code points stand before this UTF-16 offset. For many offsets of one text take `codePointOffsets`. */
export const codePointOffset = (text: string, utf16Offset: number): number => codePointOffsets(text)(utf16Offset);

/** Reads the text once; what it returns turns UTF-16 offsets (0 … length) into code point offsets. */
export function codePointOffsets(text: string): (utf16Offset: number) => number {
  // The places of second halves, in order: an offset loses one for each that stands before it.
  const pairs: number[] = [];
  for (let at = 1; at < text.length; at++) {
    if (isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1))) pairs.push(at);
  }
  return offset => {
    if (!Number.isInteger(offset) || offset < 0 || offset > text.length) throw new RangeError(`offset ${offset} is outside the text`);
    return offset - countBelow(pairs, offset);
  };
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Where a quoted span stands in a text: verbatim if it does, else the first place that differs from it only in
 * white space, width, case and punctuation. Offsets are UTF-16 units; undefined when it is not there.
 */
export function snap(text: string, quote: string): { start: number; end: number } | undefined {
  const trimmed = quote.trim();
  if (trimmed === "") return undefined;
  const verbatim = text.indexOf(trimmed);
  if (verbatim >= 0) return { start: verbatim, end: verbatim + trimmed.length };
  const folded = foldWithOffsets(text);
  const sought = foldWithOffsets(trimmed).text;
  const at = sought === "" ? -1 : folded.text.indexOf(sought);
  const start = folded.starts[at];
  const end = folded.ends[at + sought.length - 1];
  return at < 0 || start === undefined || end === undefined ? undefined : { start, end: withClosing(text, end, trimmed) };
}

const LONGEST_CLOSING = 8;

// The quote's own signs at its end (a full stop, a bracket) fold away; they are taken along as far as the text has signs there.
function withClosing(text: string, end: number, quote: string): number {
  const closing = /[\p{P}\s]*$/u.exec(quote.slice(-LONGEST_CLOSING))?.[0].replace(/\s/g, "").length ?? 0;
  const standing = /^\p{P}*/u.exec(text.slice(end, end + closing))?.[0].length ?? 0;
  return end + standing;
}
