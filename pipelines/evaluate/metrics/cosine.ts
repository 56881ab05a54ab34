// Computes the cosine similarity of two embeddings.

/** From −1 to 1; null if a vector has no direction (all zeros, or a component that is not a number). Throws a RangeError if the lengths differ. */
export function cosine(a: Float32Array, b: Float32Array): number | null {
  if (a.length !== b.length)
    throw new RangeError(`vectors of ${a.length} and ${b.length} components`);
  const product = dot(a, b);
  const norms = Math.sqrt(dot(a, a)) * Math.sqrt(dot(b, b));
  if (norms === 0 || !Number.isFinite(norms)) return null;
  // Rounding could put the result slightly beyond the bounds.
  return Math.max(-1, Math.min(1, product / norms));
}

function dot(a: Float32Array, b: Float32Array): number {
  let total = 0;
  for (let index = 0; index < a.length; index++) total += (a[index] ?? 0) * (b[index] ?? 0);
  return total;
}
