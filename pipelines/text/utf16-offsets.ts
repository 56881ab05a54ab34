// Converts offsets in code points, as other languages count them, to UTF-16 units, which index JavaScript strings.

import { countUpTo } from "./ascending.ts";

/** Reads the text once; returns a function from code point offsets to UTF-16 offsets, which gives undefined outside the text. */
export function utf16Offsets(text: string): (codePoints: number) => number | undefined {
  // Number of code points before each two-unit character, in order: an offset grows by one for each.
  const wide = [...text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].map(
    ({ index }, earlier) => index - earlier,
  );
  const length = text.length - wide.length;
  return offset =>
    Number.isInteger(offset) && offset >= 0 && offset <= length
      ? offset + countUpTo(wide, offset - 1)
      : undefined;
}
