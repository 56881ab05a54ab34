// What a soak saw, and whether its memory stayed flat.

/** Calls a row. */
export const soakStages = 4;

/** A look at the run's process: bytes, and calls journaled by then. */
export interface Look {
  readonly heap: number;
  readonly rss: number;
  readonly calls: number;
}

/** Bytes of heap that a further call took, by least squares over the looks of the last three quarters: what is kept of each call and row, if nothing else grows. */
export function bytesPerCall(looks: readonly Look[]): number {
  const late = looks.slice(Math.floor(looks.length / 4));
  const mean = (of: (look: Look) => number) =>
    late.reduce((sum, look) => sum + of(look), 0) / late.length;
  const [calls, heap] = [mean(look => look.calls), mean(look => look.heap)];
  const spread = late.reduce((sum, look) => sum + (look.calls - calls) ** 2, 0);
  const together = late.reduce((sum, look) => sum + (look.calls - calls) * (look.heap - heap), 0);
  return spread === 0 ? 0 : together / spread;
}
