// Cosine similarity of two embeddings.

/** From -1 to 1; null if one has no direction: all zeros, or a component that is not a number. RangeError if their lengths differ. */
export function cosine(a: Float32Array, b: Float32Array): number | null {
  if (a.length !== b.length)
    throw new RangeError(`vectors of ${a.length} and ${b.length} components`);
  const across = dot(a, b);
  const norms = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  if (norms === 0 || !Number.isFinite(norms)) return null;
  // Rounding could put it slightly beyond the ends.
  return Math.max(-1, Math.min(1, across / norms));
}

function dot(a: Float32Array, b: Float32Array): number {
  let total = 0;
  for (let at = 0; at < a.length; at++) total += (a[at] ?? 0) * (b[at] ?? 0);
  return total;
}
