// News from the web as articles: out of feeds that carry them, else from the pages that feeds, sitemaps and lists name.

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

/** Sources read at once, and pages: each host is asked one at a time all the same. */
const sourcesAtOnce = 8;
const pagesAtOnce = 64;

export interface FeedOptions extends SourceOptions {
  /** Addresses or files of RSS, Atom, RDF or JSON feeds. */
  readonly feeds?: readonly string[];
  /** Addresses or files of sitemaps. */
  readonly sitemaps?: readonly string[];
  /** Addresses of pages, or files with one address a line. */
  readonly urls?: readonly string[];
  readonly licence: string | null;
  /** Articles taken in all; the sources' order decides. */
  readonly maxPages?: number;
  /** Told how many articles were left for being too many. */
  readonly onLeft?: (articles: number) => void;
}

const trackers = /^(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid|spm|from_source)$/i;

/** An address without what only tells where its reader came from. */
function placeOf(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  const told = new URLSearchParams([...searchParams].filter(([name]) => !trackers.test(name)));
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}?${told.toString()}`;
}

const keyOf = ({ address, text }: Entry) =>
  address !== null && URL.canParse(address) ? placeOf(address) : hashOf(text);

/** Each article once, where it was first named; a feed that carries its text lends it to the others. */
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
  /** Where it is, or the feed's own words where it has no address. */
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
    // Whoever reads the results stops at the first that throws; the others must not go unheard.
    result.catch(() => {});
    running.push(result);
    const first = running.length < atOnce ? undefined : running.shift();
    if (first) yield await first;
  }
  for (const result of running) yield await result;
}

/** Whether none of its names was seen before; they are then. */
function isNew(seen: Set<string>, ...names: string[]): boolean {
  if (names.some(name => seen.has(name))) return false;
  for (const name of names) seen.add(name);
  return true;
}

const wordsOf = (text: string) => hashOf(text.replace(/\s+/g, ""));

/**
 * The articles of all sources, in the order in which these name them, each once; a source, page or entry that cannot be
 * had is a failure of that one. Throws PipelineError("disk") and the signal's reason.
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
