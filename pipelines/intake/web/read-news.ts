// Reads news articles from the web: from feeds that carry them in full, or from the pages that feeds, sitemaps and lists name.

import pLimit from "p-limit";
import type { RawArticleRow } from "../../../schemas/crud/records.ts";
import { hashOf, rowId } from "../../engine/fingerprint.ts";
import { InputFailure } from "../../engine/pipeline.ts";
import { inOrder } from "../in-order.ts";
import type { SourceEntry } from "./feed-entries.ts";
import {
  entriesOfFeed,
  entriesOfList,
  entriesOfSitemap,
  type SourceEntries,
  type NewsSourceOptions,
} from "./news-sources.ts";
import { readPage } from "./pages.ts";
import { isBeforeDay } from "./publication-day.ts";

/** Maximum numbers of sources and of pages read at once; each host still gets one request at a time. */
const maxSourcesAtOnce = 8;
const maxPagesAtOnce = 64;
/** Maximum number of articles in total, in the sources' order. */
const maxArticles = 2000;

export interface NewsOptions extends NewsSourceOptions {
  /** Addresses or files of RSS, Atom, RDF or JSON feeds. */
  readonly feeds?: readonly string[];
  /** Addresses or files of sitemaps. */
  readonly sitemaps?: readonly string[];
  /** Addresses of pages, or files with one address per line. */
  readonly urls?: readonly string[];
  readonly licence: string | null;
}

const trackingParameter = /^(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid|spm|from_source)$/i;

/** An address as a key for deduplication: without tracking parameters. */
function addressKey(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  const parameters = new URLSearchParams(
    [...searchParams].filter(([name]) => !trackingParameter.test(name)),
  );
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/$/, "")}?${parameters.toString()}`;
}

const keyOf = ({ address, text }: SourceEntry) =>
  address !== null && URL.canParse(address) ? addressKey(address) : hashOf(text);

/** Each article once, where it is first listed, with text and metadata filled in from its other entries. */
function mergeEntries(entries: readonly SourceEntry[]): SourceEntry[] {
  const entriesByKey = new Map<string, SourceEntry>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const first = entriesByKey.get(key) ?? entry;
    entriesByKey.set(key, {
      address: first.address,
      text: first.text ?? entry.text,
      headline: first.headline ?? entry.headline,
      published: first.published ?? entry.published,
      source: first.source ?? entry.source,
    });
  }
  return [...entriesByKey.values()];
}

async function listEntries({
  feeds = [],
  sitemaps = [],
  urls = [],
  ...sourceOptions
}: NewsOptions): Promise<SourceEntries> {
  const limit = pLimit(maxSourcesAtOnce);
  const tasks = [
    ...feeds.map(source => () => entriesOfFeed(source, sourceOptions)),
    ...sitemaps.map(source => () => entriesOfSitemap(source, sourceOptions)),
    ...urls.map(source => async () => entriesOfList(source)),
  ];
  return (await Promise.all(tasks.map(task => limit(task)))).flat();
}

interface FoundArticle extends Omit<RawArticleRow, "id" | "domain" | "annotation" | "provenance"> {
  /** Its address as a key for deduplication, or a hash of its text if it has none. */
  readonly key: string;
  readonly address: string;
}

const hostOf = (address: string) => new URL(address).hostname.replace(/^www\./, "");

async function readArticle(
  entry: SourceEntry,
  { web }: NewsSourceOptions,
): Promise<FoundArticle | InputFailure> {
  const { address, text, headline, published, source } = entry;
  if (text !== null)
    return {
      key: keyOf(entry),
      address: address ?? source ?? "feed",
      text,
      headline,
      published,
      source: source ?? (address === null ? null : hostOf(address)),
    };
  if (address === null) throw new Error("an entry has neither text nor address");
  const page = await readPage(web, address);
  if ("code" in page) return new InputFailure(address, page.code, page.detail);
  return {
    ...page,
    key: addressKey(page.canonical ?? page.url),
    address: page.url,
    headline: page.headline ?? headline,
    published: page.published ?? published,
    source: page.source ?? source ?? hostOf(page.url),
  };
}

const toRow = (
  { address, text, headline, published, source }: FoundArticle,
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

/** Adds these names unless one of them has been seen before; returns whether it did. */
function addIfNew(seenKeys: Set<string>, ...names: string[]): boolean {
  if (names.some(name => seenKeys.has(name))) return false;
  for (const name of names) seenKeys.add(name);
  return true;
}

const textKey = (text: string) => hashOf(text.replace(/\s+/g, ""));

/**
 * The articles of all sources, each once, in the order in which the sources list them; a source, page or entry that
 * cannot be read is a separate failure. Throws PipelineError("disk").
 */
export async function* readNews(
  options: NewsOptions,
): AsyncGenerator<RawArticleRow | InputFailure> {
  const { since, licence } = options;
  const listedEntries = await listEntries(options);
  const entries = mergeEntries(
    listedEntries.flatMap(entry => (entry instanceof InputFailure ? [] : [entry])),
  ).filter(({ published }) => !isBeforeDay(published, since));
  const failureIds = new Set<string>();
  for (const entry of listedEntries)
    if (entry instanceof InputFailure && addIfNew(failureIds, entry.id)) yield entry;
  if (entries.length > maxArticles)
    yield new InputFailure(
      "listed articles",
      "too-many-articles",
      `The sources list ${entries.length} articles; only the first ${maxArticles} are read. Name fewer sources, or set crud.since to a later day.`,
    );
  const articleKeys = new Set<string>();
  for await (const article of inOrder(entries.slice(0, maxArticles), maxPagesAtOnce, entry =>
    readArticle(entry, options),
  )) {
    if (article instanceof InputFailure) {
      if (addIfNew(failureIds, article.id)) yield article;
    } else if (addIfNew(articleKeys, article.key, textKey(article.text)))
      yield toRow(article, licence);
  }
}
