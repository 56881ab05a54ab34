// Removes page furniture, which recurs on most pages: running headers and footers, page numbers, watermarks.

import { isPageNumber, pageNumbering, removeHeaderAndFooter } from "./pdf-headers-and-footers.ts";
import type { Segment } from "./pdf-lines.ts";

export interface PageSegments {
  readonly number: number;
  readonly height: number;
  /** One per direction of writing, as in `PageRuns`; each from top to bottom. */
  readonly layers: readonly (readonly Segment[])[];
}

// Shares of the page's height.
const bandShare = 0.13;
/** For the outermost lines, whose margins may be wide. */
const outermostShare = 0.2;
const edgeShare = 0.09;
const minPages = 3;
const maxPageShare = 0.4;
const maxLength = 160;

/** The pages without their furniture. `bodySize`: the font size of most characters. */
export function removeFurniture(pages: readonly PageSegments[], bodySize: number): PageSegments[] {
  const furnitureKeys = repeatedKeys(pages);
  const isPageNumberOf = pageNumbering(
    pages.map(({ number, height, layers: [upright = []] }) => ({
      number,
      texts: upright
        .filter(({ y }) => y < height * outermostShare || y > height * (1 - outermostShare))
        .map(({ text }) => text),
    })),
  );
  return pages.map(page => ({
    ...page,
    layers: page.layers.map((layer, index) => {
      const segments = layer.filter(
        segment => !furnitureKeys.has(keyOf(page, index, segment) ?? ""),
      );
      // Text that runs up the margin has no headers and footers of its own.
      if (index > 0) return segments;
      return removeHeaderAndFooter(withoutNumber(page.height, segments), {
        height: page.height,
        bodySize,
        isOwnNumber: text => isPageNumberOf(text, page.number),
        hasManyPages: pages.length >= minPages,
      });
    }),
  }));
}

/** A key for texts that are equal except for numbers and at the same height; undefined for text in the body. */
function keyOf(
  { height, layers }: PageSegments,
  layer: number,
  { text, y, size }: Segment,
): string | undefined {
  const [first, last] = [layers[layer]?.[0], layers[layer]?.at(-1)];
  const isOutermost = [first, last].some(
    segment => segment && Math.abs(segment.y - y) < size * 0.5,
  );
  const margin = height * (isOutermost ? outermostShare : bandShare);
  if (text.length > maxLength || (layer === 0 && y > margin && y < height - margin))
    return undefined;
  // Heights are rounded to half a percent of the page: repeated text is in the same position.
  return `${layer === 0 ? Math.round((y / height) * 200) : "turned"} ${text.replace(/\d+/g, "#").replace(/\s+/g, " ").toLowerCase()}`;
}

/** Keys that occur on enough of the pages between their first and last: a chapter's name occurs only on the pages of its chapter. */
function repeatedKeys(pages: readonly PageSegments[]): ReadonlySet<string> {
  const occurrences = new Map<string, { first: number; last: number; count: number }>();
  pages.forEach((page, index) => {
    const keys = new Set(
      page.layers.flatMap((segments, layer) =>
        segments.flatMap(segment => keyOf(page, layer, segment) ?? []),
      ),
    );
    for (const key of keys) {
      const { first, count } = occurrences.get(key) ?? { first: index, count: 0 };
      occurrences.set(key, { first, last: index, count: count + 1 });
    }
  });
  const frequentKeys = [...occurrences].filter(
    ([, { first, last, count }]) => count >= minPages && count >= (last - first + 1) * maxPageShare,
  );
  return new Set(frequentKeys.map(([key]) => key));
}

/** The segments without a page number that stands alone on the first or last line, at the very edge of the page. */
function withoutNumber(height: number, segments: readonly Segment[]): readonly Segment[] {
  const isNumber = (segment: Segment) =>
    isPageNumber(segment.text) &&
    (segment.y < height * edgeShare || segment.y > height * (1 - edgeShare));
  const isAlone = (segment: Segment) =>
    segments.every(
      other => other === segment || Math.abs(other.y - segment.y) > segment.size * 0.5,
    );
  const [first, last] = [segments[0], segments.at(-1)];
  return segments.filter(
    segment => !((segment === first || segment === last) && isNumber(segment) && isAlone(segment)),
  );
}
