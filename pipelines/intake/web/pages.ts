// Extracts the article from a web page: its text, and the headline, day and site that the page names.

import { Readability } from "@mozilla/readability";
import { layOut } from "../files/blocks.ts";
import { parsePage } from "../files/html/html.ts";
import { htmlBlocks } from "../files/html/html-blocks.ts";
import { titleOrNull } from "../title.ts";
import { type FetchFailure, orFailure } from "./failure.ts";
import { pageText } from "./page-charset.ts";
import { canonicalOf, type PageDocument, publishedOn } from "./page-metadata.ts";
import { unparsable } from "./page-size.ts";
import type { Web, WebPage } from "./web.ts";

/** Characters. Anything shorter is a notice, a picture's caption or a paywall. */
const minLength = 200;
/** Largest share of a text that links may take up: above it the page is a list of articles, not an article. */
const maxLinked = 0.5;

export interface PageArticle {
  /** Where redirects led. */
  readonly url: string;
  /** The page's canonical address, if it gives one. */
  readonly canonical: string | null;
  readonly text: string;
  readonly headline: string | null;
  /** As written. */
  readonly published: string | null;
  /** The site's name for itself. */
  readonly source: string | null;
}

const orNull = (text: string | null | undefined): string | null =>
  text?.replace(/\s+/g, " ").trim() || null;

/** The visible text of a piece of HTML, as plain lines. */
export const plainText = (html: string): string =>
  textOf(parsePage(html)).replace(/^#{1,6} |\\(?=#)/gm, "");

const textOf = (page: ReturnType<typeof parsePage>): string =>
  layOut(htmlBlocks(page.body ?? page.documentElement)).text;

/** Share of a text's characters that are in links. */
function linkedShare(html: string): number {
  const page = parsePage(html);
  const document: PageDocument = page;
  const links = Array.from(
    document.querySelectorAll("a"),
    link => link.textContent?.replace(/\s+/g, " ").trim() ?? "",
  );
  const linked = links.reduce((sum, text) => sum + text.length, 0);
  return linked / Math.max(1, textOf(page).length);
}

// The headline is kept separately.
const withoutHeadline = (text: string, headline: string | null) =>
  headline !== null && text.startsWith(`${headline}\n`) ? text.slice(headline.length).trim() : text;

/** The article on a page; undefined if there is none: too short, a list of links, or nothing that reads like one. Throws what the parser throws. */
export function articleOn(html: string, url: string): PageArticle | undefined {
  const found = new Readability(parsePage(html)).parse();
  if (!found?.content) return undefined;
  const headline = titleOrNull(found.title);
  const text = withoutHeadline(plainText(found.content), headline);
  if (text.length < minLength || linkedShare(found.content) > maxLinked) return undefined;
  const page = parsePage(html);
  const published = orNull(found.publishedTime) ?? publishedOn(page, url);
  return {
    url,
    canonical: canonicalOf(page, url),
    text,
    headline,
    published,
    source: orNull(found.siteName),
  };
}

const isPage = (contentType: string) =>
  contentType === "" || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);

const without = (code: string, detail: string): FetchFailure => ({ code, detail, passing: false });

/** The article in a reply, or why there is none. */
export function articleIn({ url, contentType, bytes }: WebPage): PageArticle | FetchFailure {
  if (!isPage(contentType))
    return without("wrong-type", `${url}: ${contentType.slice(0, 100)} is not a web page.`);
  const html = pageText(bytes, contentType);
  if (html === undefined)
    return without("unknown-encoding", `${url}: the page's encoding cannot be determined.`);
  const reason = unparsable(html);
  if (reason !== undefined) return without("no-article", `${url}: the page has ${reason}.`);
  try {
    return (
      articleOn(html, url) ?? without("no-article", `${url}: no article was found on the page.`)
    );
  } catch (error) {
    // Many kinds of rubbish make the parser give up; that concerns this page alone.
    return without(
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
  const page = await orFailure(() => web.get(address, { signal }));
  return "code" in page ? page : articleIn(page);
}
