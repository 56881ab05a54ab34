// Reads web pages and feeds in files: the article on a page, without navigation, or the entries of a feed.

import { loadFeedEntries } from "../../web/load-feed-entries.ts";
import { decodePage } from "../../web/page-charset.ts";
import { reasonNotToParse } from "../../web/page-limits.ts";
import { type Block, type TextLayout, layOut } from "../blocks.ts";
import { lengthOfElements, parsePage } from "./html.ts";
import { findArticle } from "./html-article.ts";
import { htmlBlocks, pageBlocks } from "./html-blocks.ts";
import { FileProblem, type ParsedFile } from "../parsed-file.ts";
import { isFeed } from "../sniff-format.ts";

/** Minimum ratio of all text to link text, in characters, on a page without menus. */
const minTextToLinkRatio = 20;

function readPageText(bytes: Buffer): string {
  const text = decodePage(bytes, "");
  if (text === undefined)
    throw new FileProblem(
      "unknown-encoding",
      "its encoding cannot be determined: save it as UTF-8.",
    );
  return text;
}

/** Parses a page or feed. Throws FileProblem, PipelineError if the package that reads feeds is not installed, and whatever the parser throws on malformed input. */
export async function parseHtml(bytes: Buffer): Promise<ParsedFile> {
  const text = readPageText(bytes);
  return isFeed(text) ? parseFeedFile(text) : readPage(text);
}

/** Parses a page. Throws like parseHtml. */
export const parsePageFile = (bytes: Buffer): ParsedFile => readPage(readPageText(bytes));

function readPage(html: string): ParsedFile {
  const page = parsePage(html);
  const fullPage = layOut(pageBlocks(page));
  // A page without menus, which consist of links, is the document as a whole.
  const hasMenus =
    lengthOfElements(page, "a[href], nav, aside") * minTextToLinkRatio > fullPage.text.length;
  const article = hasMenus ? readArticle(html) : undefined;
  // Readability drops tables and fact lists that it mistakes for decoration: if more than half of the text is missing, it misread the page.
  const { text, places } =
    article === undefined || article.text.length * 2 < fullPage.text.length ? fullPage : article;
  const title = article?.title ?? oneLine(page.title);
  const [first = ""] = text.split("\n", 1);
  const opensWithTitle = first.replace(/^#+ /, "") === title;
  return {
    title,
    text: opensWithTitle
      ? text.replace(/^#+(?= )/, "#")
      : title === null || text === ""
        ? text
        : `# ${title}\n\n${text}`,
    places,
  };
}

const oneLine = (text: string | null | undefined): string | null =>
  text?.replace(/\s+/g, " ").trim() || null;

/** The article on the page, its headings below its title; undefined if there is none, or if the page is too large to search: the time is quadratic in the number of tags. */
function readArticle(html: string): (TextLayout & { readonly title: string | null }) | undefined {
  if (reasonNotToParse(html) !== undefined) return undefined;
  const article = findArticle(html);
  if (article === undefined) return undefined;
  const blocks = htmlBlocks(article.root).map(block =>
    block.kind === "heading" && block.level === 1 ? { ...block, level: 2 } : block,
  );
  return { ...layOut(blocks), title: article.title };
}

/** The entries of a feed that contain their text. */
async function parseFeedFile(xml: string): Promise<ParsedFile> {
  const { readEntries } = await loadFeedEntries();
  const entries = readEntries(xml, null).flatMap(({ text, headline, source }) =>
    text === null ? [] : [{ text, headline, source }],
  );
  if (entries.length === 0)
    throw new FileProblem(
      "no-text",
      "the feed lists articles without their texts: read it from the web with --feeds, or save the pages.",
    );
  const title = entries[0]?.source ?? null;
  const blocks = entries.flatMap(({ text, headline }): Block[] => [
    { kind: "heading", level: 2, text: headline ?? "" },
    { kind: "paragraph", text },
  ]);
  return { title, ...layOut([{ kind: "heading", level: 1, text: title ?? "" }, ...blocks]) };
}
