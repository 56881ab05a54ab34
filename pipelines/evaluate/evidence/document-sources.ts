// Finds documents by a path, an address or a file name, even if it comes from another machine.

import { groupBy } from "../../engine/grouping.ts";

/** Path or address of its file or page. */
interface Sourced {
  readonly source?: string | undefined;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `handbook/x.pdf`, `C:\\handbook\\x.pdf`, `file:///srv/handbook/x.pdf` and `https://host/handbook/x.pdf?v=2#page=3` have the same last segments. */
const segmentsOf = (source: string): string[] =>
  decoded(source.replace(/#.*$/, "").replace(/(^\w{2,}:\/\/[^?]*)\?.*$/, "$1"))
    .normalize("NFKC")
    .toLowerCase()
    .split(/[/\\]+/)
    .filter(segment => !["", ".", ".."].includes(segment) && !/^\w+:$/.test(segment));

/** How many trailing segments two paths share. */
function sharedEnd(one: readonly string[], other: readonly string[]): number {
  let shared = 0;
  while (shared < one.length && one.at(-1 - shared) === other.at(-1 - shared)) shared++;
  return shared;
}

/** The page that an address names: `x.pdf#page=3`. */
export const pageIn = (source: string): string | undefined => /#page=(\w+)$/.exec(source)?.[1];

/**
 * Returns a function that finds the documents of a source: the one with exactly this source; else those whose path ends in the same file name, and
 * of these the ones that share the most folders before it. Several if that does not decide.
 */
export function indexSources<T extends Sourced>(all: readonly T[]): (given: string) => T[] {
  const sourced = all.flatMap(document =>
    document.source === undefined
      ? []
      : [{ document, source: document.source, segments: segmentsOf(document.source) }],
  );
  const exact = groupBy(sourced, ({ source }) => source);
  const byFile = groupBy(sourced, ({ segments }) => segments.at(-1) ?? "");
  return given => {
    const same = exact.get(given.replace(/#page=\w+$/, ""));
    if (same) return same.map(({ document }) => document);
    const segments = segmentsOf(given);
    const candidates = (byFile.get(segments.at(-1) ?? "") ?? []).map(
      ({ document, segments: path }) => ({
        document,
        shared: sharedEnd(segments, path),
      }),
    );
    const longest = Math.max(1, ...candidates.map(({ shared }) => shared));
    return candidates.filter(({ shared }) => shared === longest).map(({ document }) => document);
  };
}

/** A file name without folders and extension: exports and other tools name files by a document's id or name. */
export const stemOf = (source: string): string =>
  (segmentsOf(source).at(-1) ?? "").replace(/\.[a-z]\w{0,7}$/, "");
