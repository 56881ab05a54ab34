// Searches all vectors exactly, by cosine, so that scores depend on the embedding model and not on an approximation.

import { PipelineError } from "../engine/errors.ts";
import { type Hit, keepBest, orderOfIds } from "./best-hits.ts";

export interface DenseIndex {
  /** The k nearest by cosine (-1 to 1; 0 if either vector is all zeros), best first; ties in order of id. Throws PipelineError for a vector of a different length. */
  search(vector: Float32Array, k: number): Hit[];
}

/** Builds an index in which vector i belongs to `ids[i]`; all have the same length. Keeps 4 bytes per number in memory. */
export function buildDense(ids: readonly string[], vectors: readonly Float32Array[]): DenseIndex {
  const width = vectors[0]?.length ?? 0;
  const order = orderOfIds(ids);
  const sortedIds = order.map(index => ids[index] ?? "");
  const matrix = new Float32Array(order.length * width);
  order.forEach((index, row) =>
    matrix.set(normalize(vectors[index] ?? new Float32Array(), width), row * width),
  );
  return {
    search(vector, k) {
      if (order.length === 0) return [];
      const query = normalize(vector, width);
      const best = keepBest(k, sortedIds);
      for (let row = 0; row < order.length; row++)
        best.offer(row, dotProduct(matrix, row * width, query));
      return best.takeSorted();
    },
  };
}

/** Scales a vector to length 1; all zeros stay zeros. */
function normalize(vector: Float32Array, width: number): Float32Array {
  if (vector.length !== width) {
    throw new PipelineError(
      "provider",
      `The embedding model returned vectors of ${width} and of ${vector.length} numbers.`,
      {
        hint: 'Some come from another model of the same name: remove their lines (prompt "embedding") from calls.jsonl, or give the model a different name.',
      },
    );
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  const divisor = Math.sqrt(squares) || 1;
  const unitVector = new Float32Array(width);
  for (let index = 0; index < width; index++)
    unitVector[index] = (vector[index] as number) / divisor;
  return unitVector;
}

// Four separate sums, so that the processor does not wait for one addition before the next.
function dotProduct(matrix: Float32Array, rowStart: number, query: Float32Array): number {
  const width = query.length;
  const blockEnd = width - (width % 4);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let index = 0; index < blockEnd; index += 4) {
    a += (matrix[rowStart + index] as number) * (query[index] as number);
    b += (matrix[rowStart + index + 1] as number) * (query[index + 1] as number);
    c += (matrix[rowStart + index + 2] as number) * (query[index + 2] as number);
    d += (matrix[rowStart + index + 3] as number) * (query[index + 3] as number);
  }
  for (let index = blockEnd; index < width; index++)
    a += (matrix[rowStart + index] as number) * (query[index] as number);
  return a + b + (c + d);
}
