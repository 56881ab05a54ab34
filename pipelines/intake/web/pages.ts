// Extracts the article from a web page: its text, and the headline, date and site that the page states.

import { Readability } from "@mozilla/readability";
import { titleOrNull } from "../article-records.ts";
import { layOut } from "../files/blocks.ts";
import { lengthOfElements, parsePage } from "../files/html/html.ts";
import { pageBlocks } from "../files/html/html-blocks.ts";
import { type FetchFailure, lastingFailure, resultOrFailure } from "./web-failure.ts";
import { decodePage } from "./page-charset.ts";
import { canonicalAddressOf, publicationDateOf } from "./page-metadata.ts";
import { reasonNotToParse } from "./page-limits.ts";
import type { Web, WebPage } from "./web.ts";

/** Minimum length of an article, in characters; anything shorter is a notice, a picture's caption or a paywall. */
const minLength = 200;
/** Maximum share of a text that links may take up: with more, the page is a list of articles, not an article. */
const maxLinkedShare = 0.5;

export interface PageArticle {
  /** The address after all redirects. */
  readonly url: string;
  /** The page's canonical address, if it gives one. */
  readonly canonical: string | null;
  readonly text: string;
  readonly headline: string | null;
  /** The publication date, as written. */
  readonly published: string | null;
  /** The name that the site gives itself. */
  readonly source: string | null;
}

/** The text with white space collapsed; null if nothing is left. */
const collapsedOrNull = (text: string | null | undefined): string | null =>
  text?.replace(/\s+/g, " ").trim() || null;

/** The visible text of a piece of HTML, as plain lines. */
export const plainText = (html: string): string =>
  textOf(parsePage(html)).replace(/^#{1,6} |\\(?=#)/gm, "");

const textOf = (page: ReturnType<typeof parsePage>): string => layOut(pageBlocks(page)).text;

/** Share of a text's characters that are in links. */
function linkedShare(html: string): number {
  const page = parsePage(html);
  return lengthOfElements(page, "a") / Math.max(1, textOf(page).length);
}

// The headline is kept separately.
const stripHeadline = (text: string, headline: string | null) =>
  headline !== null && text.startsWith(`${headline}\n`) ? text.slice(headline.length).trim() : text;

/** The article on a page; undefined if there is none (the text is too short, a list of links, or does not read like an article). Throws the parser's errors. */
export function extractArticle(html: string, url: string): PageArticle | undefined {
  const result = new Readability(parsePage(html)).parse();
  if (!result?.content) return undefined;
  const headline = titleOrNull(result.title);
  const text = stripHeadline(plainText(result.content), headline);
  if (text.length < minLength || linkedShare(result.content) > maxLinkedShare) return undefined;
  const page = parsePage(html);
  const published = collapsedOrNull(result.publishedTime) ?? publicationDateOf(page, url);
  return {
    url,
    canonical: canonicalAddressOf(page, url),
    text,
    headline,
    published,
    source: collapsedOrNull(result.siteName),
  };
}

const isPage = (contentType: string) =>
  contentType === "" || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);

/** The article in a reply, or why there is none. */
export function articleOfReply({ url, contentType, bytes }: WebPage): PageArticle | FetchFailure {
  if (!isPage(contentType))
    return lastingFailure("wrong-type", `${url}: ${contentType.slice(0, 100)} is not a web page.`);
  const html = decodePage(bytes, contentType);
  if (html === undefined)
    return lastingFailure("unknown-encoding", `${url}: the page's encoding cannot be determined.`);
  const reason = reasonNotToParse(html);
  if (reason !== undefined) return lastingFailure("no-article", `${url}: the page has ${reason}.`);
  try {
    return (
      extractArticle(html, url) ??
      lastingFailure("no-article", `${url}: no article was found on the page.`)
    );
  } catch (error) {
    // A malformed page can make the parser throw; only that page is affected.
    return lastingFailure(
      "no-article",
      `${url}: the page cannot be parsed (${error instanceof Error ? error.message : String(error)}).`,
    );
  }
}

/** Fetches a page and reads its article, or says why not; throws PipelineError("disk") and the signal's reason. */
export async function readPage(
  web: Web,
  address: string,
  signal?: AbortSignal,
): Promise<PageArticle | FetchFailure> {
  const page = await resultOrFailure(() => web.get(address, { signal }));
  return "code" in page ? page : articleOfReply(page);
}
