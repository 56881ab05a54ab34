// Flattens a text (no white space, no differences of width), and maps back to its original offsets.

import { countUpTo } from "../../text/ascending.ts";
import { narrow } from "../../text/fold.ts";

/** Texts that differ only in white space and width are the same when flat. */
export const flatten = (text: string): string =>
  narrow(text).replaceAll("，", ",").replace(/\s+/g, "");

export interface FlatText {
  readonly flat: string;
  /** The place in the source of a non-empty stretch of the flat text: UTF-16 offsets, end exclusive. */
  readonly sourceOf: (
    start: number,
    end: number,
  ) => { readonly start: number; readonly end: number };
}

/** Takes 8 bytes per run of characters between white space, besides the flat text. */
export function flattenWithOffsets(text: string): FlatText {
  const runs = [...narrow(text).replaceAll("，", ",").matchAll(/\S+/g)];
  const sources = Int32Array.from(runs, ({ index }) => index);
  const starts = new Int32Array(runs.length);
  let length = 0;
  for (const [at, [run]] of runs.entries()) {
    starts[at] = length;
    length += run.length;
  }
  const back = (offset: number): number => {
    const run = Math.max(0, countUpTo(starts, offset) - 1);
    return (sources[run] ?? 0) + offset - (starts[run] ?? 0);
  };
  return {
    flat: runs.map(([run]) => run).join(""),
    sourceOf: (start, end) => ({ start: back(start), end: back(end - 1) + 1 }),
  };
}
