// Converts offsets in UTF-16 units to code points.

import { countUpTo } from "./binary-search.ts";

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** The number of code points before this UTF-16 offset. For many offsets in one text, use `codePointOffsets`. */
export const codePointOffset = (text: string, utf16Offset: number): number =>
  codePointOffsets(text)(utf16Offset);

/** Reads the text once; returns a function that turns UTF-16 offsets (0 … length) into code point offsets. */
export function codePointOffsets(text: string): (utf16Offset: number) => number {
  // Positions of low surrogates, in order: an offset is reduced by one for each that precedes it.
  const lowSurrogates: number[] = [];
  for (let index = 1; index < text.length; index++) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1)))
      lowSurrogates.push(index);
  }
  return offset => {
    if (!Number.isInteger(offset) || offset < 0 || offset > text.length)
      throw new RangeError(`offset ${offset} is outside the text`);
    return offset - countUpTo(lowSurrogates, offset - 1);
  };
}
