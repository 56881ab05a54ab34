// Lists the articles that a run's sources name: feeds, sitemaps and lists, on the web or saved in a file.

import { readOrdinary } from "../../engine/ordinary-file.ts";
import { InputFailure } from "../../engine/pipeline.ts";
import type { Entry } from "./feed-entries.ts";
import { loadFeedEntries } from "./load-feed-entries.ts";
import { pageText } from "./page-charset.ts";
import { isBeforeDay, publicationDay } from "./publication-day.ts";
import { readSitemap, type SitemapPage } from "./sitemaps.ts";
import type { Web } from "./web.ts";
import { gunzipped } from "./body.ts";
import { type FetchFailure, orFailure } from "./failure.ts";

/** Bytes of one sitemap, unpacked (sitemaps.org: 50 MB). */
const maxSitemap = 50 * 1024 * 1024;
/** Sitemaps read for one that was named, and levels of indexes that are followed. */
const maxSitemaps = 100;
const deepest = 3;

export interface SourceOptions {
  readonly web: Web;
  /** YYYY-MM-DD: anything certainly older is left out. */
  readonly since: string | null;
  readonly signal?: AbortSignal | undefined;
}

/** What one source yields: articles to read, and failures. */
export type SourceEntries = readonly (Entry | InputFailure)[];

interface SourceText {
  readonly text: string;
  /** Where it was read, if on the web. */
  readonly address: string | null;
}

const onWeb = (source: string) => /^https?:\/\//i.test(source);

const failed = (source: string, code: string, detail: string): SourceEntries => [
  new InputFailure(source, code, detail),
];
const notHad = (source: string, { code, detail }: FetchFailure): SourceEntries =>
  failed(source, code, detail);

const notText = (source: string): FetchFailure => ({
  code: "unknown-encoding",
  detail: `${source}: its encoding cannot be determined.`,
  passing: false,
});

function fileText(path: string): SourceText | FetchFailure {
  try {
    const text = pageText(
      gunzipped(readOrdinary(path), { address: path, longest: maxSitemap }),
      "",
    );
    return text === undefined ? notText(path) : { text, address: null };
  } catch (error) {
    return {
      code: "unreadable-file",
      detail: `${path}: ${error instanceof Error ? error.message : String(error)}`,
      passing: false,
    };
  }
}

async function sourceText(
  source: string,
  { web, signal }: SourceOptions,
): Promise<SourceText | FetchFailure> {
  if (!onWeb(source)) return fileText(source);
  return orFailure(async () => {
    const { url, contentType, bytes } = await web.get(source, { signal, longest: maxSitemap });
    const text = pageText(gunzipped(bytes, { address: url, longest: maxSitemap }), contentType);
    return text === undefined ? notText(source) : { text, address: url };
  });
}

/** The articles of a feed. Throws PipelineError if the package that reads feeds is not installed. */
export async function fromFeed(source: string, reading: SourceOptions): Promise<SourceEntries> {
  const { readEntries } = await loadFeedEntries();
  const read = await sourceText(source, reading);
  if ("code" in read) return notHad(source, read);
  try {
    return readEntries(read.text, read.address);
  } catch (error) {
    return failed(
      source,
      "no-feed",
      `${source} is not an RSS, Atom, RDF or JSON feed (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

const pageEntry = ({ address, published, headline }: SitemapPage): Entry => ({
  address,
  text: null,
  headline,
  published,
  source: null,
});

// If not all can be read, today's come before last year's. Pages of the same or an unknown day keep their order.
const newestFirst = (pages: readonly SitemapPage[]): SitemapPage[] => {
  const dayOf = ({ published, changed }: SitemapPage) =>
    publicationDay(published ?? changed ?? "") ?? "";
  return pages
    .map(page => ({ page, day: dayOf(page) }))
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
    .map(({ page }) => page);
};

/** The pages of a sitemap and of the sitemaps it leads to. */
export async function fromSitemap(source: string, reading: SourceOptions): Promise<SourceEntries> {
  const seen = new Set([source]);
  const pages: SitemapPage[] = [];
  const failures: InputFailure[] = [];
  let level = [source];
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const next: string[] = [];
    for (const address of level) {
      const read = await sourceText(address, reading);
      const sitemap =
        "code" in read
          ? read
          : (readSitemap(read.text) ?? {
              code: "no-sitemap",
              detail: `${address} is not a sitemap.`,
              passing: false,
            });
      if ("code" in sitemap) failures.push(new InputFailure(address, sitemap.code, sitemap.detail));
      else if (sitemap.kind === "pages")
        pages.push(...sitemap.pages.filter(({ changed }) => !isBeforeDay(changed, reading.since)));
      else for (const page of wanted(sitemap.sitemaps, seen, reading)) next.push(page);
    }
    level = next;
  }
  return [...failures, ...newestFirst(pages).map(pageEntry)];
}

/** Sitemaps in an index that are new and may hold news. Web addresses only: an index must not name files on this machine. */
function wanted(
  sitemaps: readonly SitemapPage[],
  seen: Set<string>,
  { since }: SourceOptions,
): string[] {
  return newestFirst(sitemaps).flatMap(({ address, changed }) => {
    if (
      !onWeb(address) ||
      seen.has(address) ||
      seen.size > maxSitemaps ||
      isBeforeDay(changed, since)
    )
      return [];
    seen.add(address);
    return [address];
  });
}

const listed = (address: string): Entry => ({
  address,
  text: null,
  headline: null,
  published: null,
  source: null,
});

/** A page named by its address, or the pages in a file with one address per line; `#` starts a comment. */
export function fromList(source: string): SourceEntries {
  if (onWeb(source)) return [listed(source)];
  const read = fileText(source);
  if ("code" in read) return notHad(source, read);
  return read.text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const address = line.replace(/(?:^|\s)#.*$/, "").trim();
    if (address === "") return [];
    return onWeb(address) && URL.canParse(address)
      ? listed(address)
      : new InputFailure(
          `${source}:${index + 1}`,
          "bad-url",
          `${source} line ${index + 1}: "${address.slice(0, 200)}" is not a web address.`,
        );
  });
}
