// Converts offsets in UTF-16 units, which index strings here, to code points, which other languages use.

/** The number of code points before a UTF-16 offset of the text; prepared once per text, logarithmic time per call. */
export function codePointOffsets(text: string): (offset: number) => number {
  const pairs = [...text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].map(({ index }) => index);
  return offset => offset - countBelow(pairs, offset);
}

/** Number of values below the limit, in an ascending list. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
