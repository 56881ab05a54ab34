// The documents that a path, an address or a file name leads to, from whichever machine it was given.

import { groupBy } from "../../engine/grouping.ts";

/** What its file or page is called. */
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

/** `handbook/x.pdf`, `C:\\handbook\\x.pdf`, `file:///srv/handbook/x.pdf` and `https://host/handbook/x.pdf?v=2#page=3` end alike. */
const segmentsOf = (source: string): string[] =>
  decoded(source.replace(/#.*$/, "").replace(/(^\w{2,}:\/\/[^?]*)\?.*$/, "$1"))
    .normalize("NFKC")
    .toLowerCase()
    .split(/[/\\]+/)
    .filter(segment => !["", ".", ".."].includes(segment) && !/^\w+:$/.test(segment));

/** How many segments two paths have in common from their ends. */
function sharedEnd(one: readonly string[], other: readonly string[]): number {
  let shared = 0;
  while (shared < one.length && one.at(-1 - shared) === other.at(-1 - shared)) shared++;
  return shared;
}

/** The page that an address names: `x.pdf#page=3`. */
export const pageIn = (source: string): string | undefined => /#page=(\w+)$/.exec(source)?.[1];

/**
 * Makes what finds the documents of a source: the one whose own is the same; else those whose path ends in the same file name, and
 * of these the ones that share most of the folders before it. Several where it does not tell them apart.
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
    const alike = (byFile.get(segments.at(-1) ?? "") ?? []).map(({ document, segments: own }) => ({
      document,
      shared: sharedEnd(segments, own),
    }));
    const most = Math.max(1, ...alike.map(({ shared }) => shared));
    return alike.filter(({ shared }) => shared === most).map(({ document }) => document);
  };
}

/** A file name without folders and extension: exports and other tools name files by a document's id or name. */
export const stemOf = (source: string): string =>
  (segmentsOf(source).at(-1) ?? "").replace(/\.[a-z]\w{0,7}$/, "");
