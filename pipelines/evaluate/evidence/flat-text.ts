// Flattens a text (no white space, no differences in width), and maps flat offsets back to those of the source.

import { countUpTo } from "../../text/binary-search.ts";
import { narrow } from "../../text/fold.ts";

/** Texts that differ only in white space and width have the same flat text. */
export const flatten = (text: string): string =>
  narrow(text).replaceAll("，", ",").replace(/\s+/g, "");

export interface FlatText {
  readonly flat: string;
  /** The place in the source of a non-empty part of the flat text, in UTF-16 offsets, end exclusive. */
  readonly sourceOf: (
    start: number,
    end: number,
  ) => { readonly start: number; readonly end: number };
}

/** Keeps the flat text in memory, and 8 bytes for each run of characters between white space. */
export function flattenWithOffsets(text: string): FlatText {
  const runs = [...narrow(text).replaceAll("，", ",").matchAll(/\S+/g)];
  const sourceStarts = Int32Array.from(runs, ({ index }) => index);
  const flatStarts = new Int32Array(runs.length);
  let length = 0;
  for (const [index, [run]] of runs.entries()) {
    flatStarts[index] = length;
    length += run.length;
  }
  const sourceOffset = (offset: number): number => {
    const run = Math.max(0, countUpTo(flatStarts, offset) - 1);
    return (sourceStarts[run] ?? 0) + offset - (flatStarts[run] ?? 0);
  };
  return {
    flat: runs.map(([run]) => run).join(""),
    sourceOf: (start, end) => ({ start: sourceOffset(start), end: sourceOffset(end - 1) + 1 }),
  };
}
