// Offsets as other languages count them: from UTF-16 units, which index strings here, to code points.

/** The number of code points before a UTF-16 offset of the text; prepared once a text, logarithmic a call. */
export function codePointOffsets(text: string): (offset: number) => number {
  const pairs = [...text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].map(({ index }) => index);
  return offset => offset - countBelow(pairs, offset);
}

/** How many of these ascending numbers are smaller. */
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
