// Reads news articles from the web: from feeds that carry them, else from the pages that feeds, sitemaps and lists name.

import pLimit from "p-limit";
import type { RawArticleRow } from "../../../schemas/crud/records.ts";
import { hashOf, rowId } from "../../engine/fingerprint.ts";
import { InputFailure } from "../../engine/pipeline.ts";
import type { Entry } from "./feed-entries.ts";
import {
  fromFeed,
  fromList,
  fromSitemap,
  type SourceEntries,
  type SourceOptions,
} from "./news-sources.ts";
import { readPage } from "./pages.ts";
import { isBeforeDay } from "./publication-day.ts";

/** Sources and pages read at once; each host still gets one request at a time. */
const sourcesAtOnce = 8;
const pagesAtOnce = 64;

export interface FeedOptions extends SourceOptions {
  /** Addresses or files of RSS, Atom, RDF or JSON feeds. */
  readonly feeds?: readonly string[];
  /** Addresses or files of sitemaps. */
  readonly sitemaps?: readonly string[];
  /** Addresses of pages, or files with one address per line. */
  readonly urls?: readonly string[];
  readonly licence: string | null;
  /** Maximum number of articles in total, in the sources' order. */
  readonly maxPages?: number;
  /** Called with the number of articles beyond `maxPages`. */
  readonly onLeft?: (articles: number) => void;
}

const trackers = /^(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid|spm|from_source)$/i;

/** An address without tracking parameters. */
function placeOf(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  const parameters = new URLSearchParams(
    [...searchParams].filter(([name]) => !trackers.test(name)),
  );
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}?${parameters.toString()}`;
}

const keyOf = ({ address, text }: Entry) =>
  address !== null && URL.canParse(address) ? placeOf(address) : hashOf(text);

/** Each article once, where it was first named, with text and metadata filled in from its other entries. */
function distinct(entries: readonly Entry[]): Entry[] {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const first = found.get(key);
    found.set(
      key,
      first
        ? {
            ...first,
            text: first.text ?? entry.text,
            headline: first.headline ?? entry.headline,
            published: first.published ?? entry.published,
            source: first.source ?? entry.source,
          }
        : entry,
    );
  }
  return [...found.values()];
}

async function namedBy({
  feeds = [],
  sitemaps = [],
  urls = [],
  ...reading
}: FeedOptions): Promise<SourceEntries> {
  const limit = pLimit(sourcesAtOnce);
  const works = [
    ...feeds.map(source => () => fromFeed(source, reading)),
    ...sitemaps.map(source => () => fromSitemap(source, reading)),
    ...urls.map(source => async () => fromList(source)),
  ];
  return (await Promise.all(works.map(work => limit(work)))).flat();
}

interface FeedEntry extends Omit<RawArticleRow, "id" | "domain" | "annotation" | "provenance"> {
  /** Its address for deduplication, or a hash of its text if it has none. */
  readonly place: string;
  readonly address: string;
}

const hostOf = (address: string) => new URL(address).hostname.replace(/^www\./, "");

async function articleOf(
  entry: Entry,
  { web, signal }: SourceOptions,
): Promise<FeedEntry | InputFailure> {
  const { address, text, headline, published, source } = entry;
  if (text !== null)
    return {
      place: keyOf(entry),
      address: address ?? source ?? "feed",
      text,
      headline,
      published,
      source: source ?? (address === null ? null : hostOf(address)),
    };
  if (address === null) throw new Error("An entry has neither text nor address");
  const page = await readPage(web, address, signal);
  if ("code" in page) return new InputFailure(address, page.code, page.detail);
  return {
    ...page,
    place: placeOf(page.canonical ?? page.url),
    address: page.url,
    headline: page.headline ?? headline,
    published: page.published ?? published,
    source: page.source ?? source ?? hostOf(page.url),
  };
}

const toRow = (
  { address, text, headline, published, source }: FeedEntry,
  licence: string | null,
): RawArticleRow => ({
  id: rowId("raw", address, text),
  domain: "news",
  text,
  headline,
  published,
  source,
  annotation: null,
  provenance: { source: address, licence },
});

/** Works on several values at once and gives the results in the values' order. */
async function* inOrder<T, R>(
  values: readonly T[],
  atOnce: number,
  work: (value: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (const value of values) {
    const result = work(value);
    // The reader stops at the first rejection; the others must not count as unhandled.
    result.catch(() => {});
    running.push(result);
    const first = running.length < atOnce ? undefined : running.shift();
    if (first) yield await first;
  }
  for (const result of running) yield await result;
}

/** Whether none of the names was seen before; marks them as seen. */
function isNew(seen: Set<string>, ...names: string[]): boolean {
  if (names.some(name => seen.has(name))) return false;
  for (const name of names) seen.add(name);
  return true;
}

const wordsOf = (text: string) => hashOf(text.replace(/\s+/g, ""));

/**
 * The articles of all sources, in the order in which these name them, each once; a source, page or entry that cannot be
 * read is a separate failure. Throws PipelineError("disk") and the signal's reason.
 */
export async function* readFeeds(
  options: FeedOptions,
): AsyncGenerator<RawArticleRow | InputFailure> {
  const { since, licence, maxPages = 2000, onLeft } = options;
  const named = await namedBy(options);
  const entries = distinct(named.flatMap(one => (one instanceof InputFailure ? [] : [one]))).filter(
    ({ published }) => !isBeforeDay(published, since),
  );
  if (entries.length > maxPages) onLeft?.(entries.length - maxPages);
  const failures = new Set<string>();
  for (const one of named) if (one instanceof InputFailure && isNew(failures, one.id)) yield one;
  const articles = new Set<string>();
  for await (const found of inOrder(entries.slice(0, maxPages), pagesAtOnce, entry =>
    articleOf(entry, options),
  )) {
    if (found instanceof InputFailure) {
      if (isNew(failures, found.id)) yield found;
    } else if (isNew(articles, found.place, wordsOf(found.text))) yield toRow(found, licence);
  }
}
