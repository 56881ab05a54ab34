// Length of the longest common subsequence of two texts, computed bit-parallel over the shorter one.

/**
 * Number of tokens in the longest common subsequence. V ← (V + (V & M)) | (V & ~M) for each token of the longer text, where V is initially
 * all ones and M the positions of the token in the shorter one; the zeros of V give the length: Crochemore, Iliopoulos, Pinzon and Reid (2001),
 * Information Processing Letters 80; Hyyrö (2004), AWOCA, in this form.
 */
export function lcsOfTokens(a: readonly string[], b: readonly string[]): number {
  if (a.length < b.length) return lcsOfTokens(b, a);
  const places = new Map<string, bigint>();
  b.forEach((token, at) => places.set(token, (places.get(token) ?? 0n) | (1n << BigInt(at))));
  const ones = (1n << BigInt(b.length)) - 1n;
  let row = ones;
  for (const token of a) {
    const met = row & (places.get(token) ?? 0n);
    // The mask drops the carry beyond the last bit.
    if (met !== 0n) row = ((row + met) | (row - met)) & ones;
  }
  return (row ^ ones).toString(2).replaceAll("0", "").length;
}
