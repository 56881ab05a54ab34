// Offsets that entered in code points, as other languages count them, turned into UTF-16 units, which index strings here.

import { countUpTo } from "./ascending.ts";

/** Reads the text once; what it returns gives the UTF-16 offset before which so many code points stand, or undefined outside the text. */
export function utf16Offsets(text: string): (codePoints: number) => number | undefined {
  // How many code points stand before each character of two units, in order: an offset gains one for each.
  const wide = [...text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].map(
    ({ index }, earlier) => index - earlier,
  );
  const length = text.length - wide.length;
  return offset =>
    Number.isInteger(offset) && offset >= 0 && offset <= length
      ? offset + countUpTo(wide, offset - 1)
      : undefined;
}
