// Lists the articles that a run's sources name: feeds, sitemaps and lists, on the web or in files.

import { readOrdinary } from "../../engine/ordinary-file.ts";
import { InputFailure } from "../../engine/pipeline.ts";
import type { SourceEntry } from "./feed-entries.ts";
import { loadFeedEntries } from "./load-feed-entries.ts";
import { decodePage } from "./page-charset.ts";
import { isBeforeDay, publicationDay } from "./publication-day.ts";
import { readSitemap, type SitemapEntry } from "./sitemaps.ts";
import type { Web } from "./web.ts";
import { gunzipIfCompressed } from "./reply-body.ts";
import { type FetchFailure, lastingFailure, resultOrFailure } from "./web-failure.ts";

/** Maximum size of a sitemap in bytes, uncompressed (sitemaps.org: 50 MB). */
const maxSitemapBytes = 50 * 1024 * 1024;
/** Maximum number of sitemaps read per source, and of levels of indexes followed. */
const maxSitemaps = 100;
const maxDepth = 3;

export interface NewsSourceOptions {
  readonly web: Web;
  /** A day (YYYY-MM-DD): anything certainly older is left out. */
  readonly since: string | null;
}

/** What one source yields: articles to read, and failures. */
export type SourceEntries = readonly (SourceEntry | InputFailure)[];

interface SourceText {
  readonly text: string;
  /** Where it was read, if on the web. */
  readonly address: string | null;
}

const isWebAddress = (source: string) => /^https?:\/\//i.test(source);

const failureEntries = (source: string, code: string, detail: string): SourceEntries => [
  new InputFailure(source, code, detail),
];

const encodingFailure = (source: string): FetchFailure =>
  lastingFailure("unknown-encoding", `${source}: its encoding cannot be determined.`);

/** The text of a source, which may be compressed; undefined if its encoding cannot be determined. */
const decodeSource = (bytes: Buffer, address: string, contentType: string): string | undefined =>
  decodePage(gunzipIfCompressed(bytes, { address, maxBytes: maxSitemapBytes }), contentType);

function readFileText(path: string): SourceText | FetchFailure {
  try {
    const text = decodeSource(readOrdinary(path), path, "");
    return text === undefined ? encodingFailure(path) : { text, address: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return lastingFailure("unreadable-file", `${path}: ${reason}`);
  }
}

async function readSource(
  source: string,
  { web }: NewsSourceOptions,
): Promise<SourceText | FetchFailure> {
  if (!isWebAddress(source)) return readFileText(source);
  return resultOrFailure(async () => {
    const { url, contentType, bytes } = await web.get(source, { maxBytes: maxSitemapBytes });
    const text = decodeSource(bytes, url, contentType);
    return text === undefined ? encodingFailure(source) : { text, address: url };
  });
}

/** The articles of a feed. Throws PipelineError if the package that reads feeds is not installed. */
export async function entriesOfFeed(
  source: string,
  options: NewsSourceOptions,
): Promise<SourceEntries> {
  const { readEntries } = await loadFeedEntries();
  const content = await readSource(source, options);
  if ("code" in content) return failureEntries(source, content.code, content.detail);
  try {
    return readEntries(content.text, content.address);
  } catch (error) {
    return failureEntries(
      source,
      "no-feed",
      `${source} is not an RSS, Atom, RDF or JSON feed (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

const pageEntry = (address: string, known: Partial<SitemapEntry> = {}): SourceEntry => ({
  address,
  text: null,
  headline: known.headline ?? null,
  published: known.published ?? null,
  source: null,
});

// Newest first, since not all may be read. Pages of the same or an unknown day keep their order.
const newestFirst = (pages: readonly SitemapEntry[]): SitemapEntry[] => {
  const dayOf = ({ published, changed }: SitemapEntry) =>
    publicationDay(published ?? changed ?? "") ?? "";
  return pages
    .map(page => ({ page, day: dayOf(page) }))
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
    .map(({ page }) => page);
};

/** The pages of a sitemap and of all sitemaps that its index lists. */
export async function entriesOfSitemap(
  source: string,
  options: NewsSourceOptions,
): Promise<SourceEntries> {
  const seenAddresses = new Set([source]);
  const pages: SitemapEntry[] = [];
  const failures: InputFailure[] = [];
  let level = [source];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const address of level) {
      const content = await readSource(address, options);
      const sitemap =
        "code" in content
          ? content
          : (readSitemap(content.text) ??
            lastingFailure("no-sitemap", `${address} is not a sitemap.`));
      if ("code" in sitemap) failures.push(new InputFailure(address, sitemap.code, sitemap.detail));
      else if (sitemap.kind === "pages")
        pages.push(...sitemap.pages.filter(({ changed }) => !isBeforeDay(changed, options.since)));
      else next.push(...takeNewSitemaps(sitemap.sitemaps, seenAddresses, options));
    }
    level = next;
  }
  return [...failures, ...newestFirst(pages).map(page => pageEntry(page.address, page))];
}

/** The sitemaps in an index that have not been seen and may list recent pages; marks them as seen. Web addresses only: an index must not name files on this machine. */
function takeNewSitemaps(
  sitemaps: readonly SitemapEntry[],
  seenAddresses: Set<string>,
  { since }: NewsSourceOptions,
): string[] {
  return newestFirst(sitemaps).flatMap(({ address, changed }) => {
    if (
      !isWebAddress(address) ||
      seenAddresses.has(address) ||
      seenAddresses.size > maxSitemaps ||
      isBeforeDay(changed, since)
    )
      return [];
    seenAddresses.add(address);
    return [address];
  });
}

/** A page named by its address, or the pages in a file with one address per line; `#` starts a comment. */
export function entriesOfList(source: string): SourceEntries {
  if (isWebAddress(source)) return [pageEntry(source)];
  const content = readFileText(source);
  if ("code" in content) return failureEntries(source, content.code, content.detail);
  return content.text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const address = line.replace(/(?:^|\s)#.*$/, "").trim();
    if (address === "") return [];
    return isWebAddress(address) && URL.canParse(address)
      ? pageEntry(address)
      : new InputFailure(
          `${source}:${index + 1}`,
          "bad-url",
          `${source} line ${index + 1}: "${address.slice(0, 200)}" is not a web address.`,
        );
  });
}
