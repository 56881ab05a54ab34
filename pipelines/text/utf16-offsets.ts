// Converts offsets in code points, as other languages count them, to UTF-16 units, which index JavaScript strings.

import { countUpTo } from "./binary-search.ts";

/** Reads the text once; returns a function that turns code point offsets into UTF-16 offsets, and into undefined outside the text. */
export function utf16Offsets(text: string): (codePoints: number) => number | undefined {
  // Number of code points before each two-unit character, in order: an offset grows by one for each.
  const pairOffsets = [...text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].map(
    ({ index }, pairCount) => index - pairCount,
  );
  const length = text.length - pairOffsets.length;
  return offset =>
    Number.isInteger(offset) && offset >= 0 && offset <= length
      ? offset + countUpTo(pairOffsets, offset - 1)
      : undefined;
}
