// Offsets between UTF-16 units and code points.

import { countUpTo } from "./ascending.ts";

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** How many code points stand before this UTF-16 offset. For many offsets of one text take `codePointOffsets`. */
export const codePointOffset = (text: string, utf16Offset: number): number =>
  codePointOffsets(text)(utf16Offset);

/** Reads the text once; what it returns turns UTF-16 offsets (0 … length) into code point offsets. */
export function codePointOffsets(text: string): (utf16Offset: number) => number {
  // The places of second halves, in order: an offset loses one for each that stands before it.
  const pairs: number[] = [];
  for (let at = 1; at < text.length; at++) {
    if (isLowSurrogate(text.charCodeAt(at)) && isHighSurrogate(text.charCodeAt(at - 1)))
      pairs.push(at);
  }
  return offset => {
    if (!Number.isInteger(offset) || offset < 0 || offset > text.length)
      throw new RangeError(`offset ${offset} is outside the text`);
    return offset - countUpTo(pairs, offset - 1);
  };
}
