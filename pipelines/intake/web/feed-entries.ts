// Reads the entries of a feed in any form: RSS, Atom, RDF or JSON.

import { parseFeed } from "feedsmith";
import { titleOrNull } from "../article-records.ts";
import { reasonNotToParse } from "./page-limits.ts";
import { plainText } from "./pages.ts";

/** What a feed, sitemap or list says about one article. */
export interface SourceEntry {
  /** Null only if the text is given. */
  readonly address: string | null;
  /** The whole article, if the feed carries it. */
  readonly text: string | null;
  readonly headline: string | null;
  /** The publication date, as written. */
  readonly published: string | null;
  /** The feed's title. */
  readonly source: string | null;
}

/** Minimum lengths, in characters, at which a feed's content or its description counts as the whole article. */
const minContentLength = 500;
const minDescriptionLength = 1000;
/** Maximum number of entries read from one feed. */
const maxEntries = 5000;

/** How a text that the feed has cut short ends. */
const truncationMark =
  /(?:\[?(?:…|\.{3}|&hellip;)\]?|read more|continue reading|full story|阅读全文|查看全文|查看更多|更多详情)\s*[\])】>»→.]*\s*$/i;
/** A line that blog software puts beneath its entries in feeds. */
const feedFooter = /\n+The post .{1,300} (?:appeared first|first appeared) on .{1,200}\s*$/;

/** The text of a field if it is the whole article, else null. */
function articleText(html: string | undefined, minLength: number): string | null {
  if (html === undefined || html.length < minLength || reasonNotToParse(html) !== undefined)
    return null;
  const text = plainText(html).replace(feedFooter, "").trim();
  return text.length >= minLength && !truncationMark.test(text) ? text : null;
}

interface EntryParts {
  readonly link: string | undefined;
  readonly title: string | undefined;
  readonly date: string | undefined;
  readonly content: string | undefined;
  readonly description: string | undefined;
}

const toOneLine = (text: string | undefined): string | null =>
  text === undefined ? null : plainText(text.slice(0, 2000)).replace(/\s+/g, " ").trim() || null;

interface FeedContext {
  /** The feed's own address, to resolve relative addresses. */
  readonly base: string | undefined;
  readonly source: string | null;
}

function toEntry(
  { link, title, date, content, description }: EntryParts,
  { base, source }: FeedContext,
): SourceEntry {
  const address =
    link !== undefined && URL.canParse(link.trim(), base) ? new URL(link.trim(), base).href : null;
  const text =
    articleText(content, minContentLength) ?? articleText(description, minDescriptionLength);
  return {
    address: address !== null && /^https?:/.test(address) ? address : null,
    text,
    headline: titleOrNull(toOneLine(title)),
    published: date?.trim() || null,
    source,
  };
}

interface Link {
  readonly href?: string;
  readonly rel?: string;
}

const pageLink = (links: readonly Link[] | undefined) =>
  (links?.find(({ rel }) => rel === undefined || rel === "alternate") ?? links?.[0])?.href;

interface FeedParts {
  readonly title: string | undefined;
  readonly link: string | undefined;
  readonly entries: readonly EntryParts[];
}

const parse = (text: string) => parseFeed(text, { maxItems: maxEntries });
type ParsedFeed = ReturnType<typeof parse>;
type FeedOf<Format> = Extract<ParsedFeed, { format: Format }>["feed"];

const rssParts = ({ title, link, items = [] }: FeedOf<"rss">): FeedParts => ({
  title,
  link,
  entries: items.map(({ link, guid, title, pubDate, dc, content, description }) => {
    const permalink = guid?.isPermaLink === false ? undefined : guid?.value;
    return {
      link: link ?? (permalink && URL.canParse(permalink) ? permalink : undefined),
      title,
      date: pubDate ?? dc?.dates?.[0],
      content: content?.encoded,
      description,
    };
  }),
});

const rdfParts = ({ title, link, items = [] }: FeedOf<"rdf">): FeedParts => ({
  title,
  link,
  entries: items.map(({ link, title, dc, content, description }) => ({
    link,
    title,
    date: dc?.dates?.[0],
    content: content?.encoded,
    description,
  })),
});

const atomParts = ({ title, links, entries = [] }: FeedOf<"atom">): FeedParts => ({
  title: title?.value,
  link: pageLink(links),
  entries: entries.map(({ links, title, published, updated, content, summary }) => ({
    link: pageLink(links),
    title: title?.value,
    date: published ?? updated,
    content: content?.value,
    description: summary?.value,
  })),
});

const jsonParts = ({ title, home_page_url, items = [] }: FeedOf<"json">): FeedParts => ({
  title,
  link: home_page_url,
  entries: items.map(item => ({
    link: item.url ?? item.external_url,
    title: item.title,
    date: item.date_published,
    content: item.content_html ?? asHtml(item.content_text),
    description: item.summary,
  })),
});

function partsOf(text: string): FeedParts {
  const { format, feed } = parse(text);
  if (format === "rss") return rssParts(feed);
  if (format === "rdf") return rdfParts(feed);
  return format === "atom" ? atomParts(feed) : jsonParts(feed);
}

const asHtml = (text: string | undefined) =>
  text?.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>");

/** The entries of a feed, in its order; `address` is where it was read, if on the web. Throws the parser's error if this is not a feed. */
export function readEntries(text: string, address: string | null): SourceEntry[] {
  const { title, link, entries } = partsOf(text);
  const base = [address ?? undefined, link].find(
    candidate => candidate !== undefined && URL.canParse(candidate),
  );
  const source = toOneLine(title);
  return entries
    .map(parts => toEntry(parts, { base, source }))
    .filter(entry => entry.address !== null || entry.text !== null);
}
