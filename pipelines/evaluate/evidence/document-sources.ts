// Finds documents by a path, an address or a file name, even one from another machine.

import { groupBy } from "../../engine/grouping.ts";

/** A document with the path or address of its file or page. */
interface DocumentWithSource {
  readonly source?: string | undefined;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `handbook/x.pdf`, `C:\\handbook\\x.pdf`, `file:///srv/handbook/x.pdf` and `https://host/handbook/x.pdf?v=2#page=3` end in the same segments. */
const segmentsOf = (source: string): string[] =>
  decode(source.replace(/#.*$/, "").replace(/(^\w{2,}:\/\/[^?]*)\?.*$/, "$1"))
    .normalize("NFKC")
    .toLowerCase()
    .split(/[/\\]+/)
    .filter(segment => !["", ".", ".."].includes(segment) && !/^\w+:$/.test(segment));

/** The number of trailing segments that two paths share. */
function sharedEndLength(
  firstSegments: readonly string[],
  secondSegments: readonly string[],
): number {
  let shared = 0;
  while (
    shared < firstSegments.length &&
    firstSegments.at(-1 - shared) === secondSegments.at(-1 - shared)
  )
    shared++;
  return shared;
}

/** The page that an address names: `x.pdf#page=3`. */
export const pageIn = (source: string): string | undefined => /#page=(\w+)$/.exec(source)?.[1];

/**
 * Returns a function that finds the documents of a source: those with exactly this source; otherwise those whose path ends in the same file name and,
 * among these, the ones that share the most folders before it. There may be several.
 */
export function indexSources<T extends DocumentWithSource>(
  documents: readonly T[],
): (requested: string) => T[] {
  const sourced = documents.flatMap(document =>
    document.source === undefined
      ? []
      : [{ document, source: document.source, segments: segmentsOf(document.source) }],
  );
  const bySource = groupBy(sourced, ({ source }) => source);
  const byFile = groupBy(sourced, ({ segments }) => segments.at(-1) ?? "");
  return requested => {
    const exactMatches = bySource.get(requested.replace(/#page=\w+$/, ""));
    if (exactMatches) return exactMatches.map(({ document }) => document);
    const segments = segmentsOf(requested);
    const candidates = (byFile.get(segments.at(-1) ?? "") ?? []).map(
      ({ document, segments: path }) => ({
        document,
        shared: sharedEndLength(segments, path),
      }),
    );
    const maxShared = Math.max(1, ...candidates.map(({ shared }) => shared));
    return candidates.filter(({ shared }) => shared === maxShared).map(({ document }) => document);
  };
}

/** A file name without its folders and extension: exports and other tools name files by a document's id or name. */
export const stemOf = (source: string): string =>
  (segmentsOf(source).at(-1) ?? "").replace(/\.[a-z]\w{0,7}$/, "");
