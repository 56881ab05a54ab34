// Converts offsets in UTF-16 units, which index strings here, to code points, which other languages use.

/** Returns a function that counts the code points before a UTF-16 offset of the text, in logarithmic time. */
export function codePointOffsets(text: string): (offset: number) => number {
  const surrogatePairs = [...text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].map(
    ({ index }) => index,
  );
  return offset => offset - countBelow(surrogatePairs, offset);
}

/** Counts the values below the limit in an ascending list. */
function countBelow(ascendingValues: readonly number[], limit: number): number {
  let low = 0;
  let high = ascendingValues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascendingValues[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
