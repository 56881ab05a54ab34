// Trims an article to its own text, and says why an article is rejected.

import type { ArticleRow, RawArticleRow } from "../../schemas/crud/records.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { languageOf } from "../text/language.ts";
import { readPublicationDate } from "../text/news-date.ts";
import { readNewsHeader } from "../text/news-header.ts";
import { findNewsTail, type TailPiece } from "../text/news-tail.ts";
import { withoutInserts, withoutSentences } from "./news-inserts.ts";
import { furtherArticleStarts } from "../text/joined-articles.ts";
import { sourceNamedIn, tidyNewsText } from "../text/news-text.ts";
import { privateKindsIn } from "../text/private-data.ts";
import { sentenceKey } from "./repeated-sentences.ts";

/** Sentences (as `sentenceKey`) that many articles of a feed share and that belong to none of them. */
export type Boilerplate = ReadonlySet<string>;

/** An article without what comes before and after its text; null if nothing is left. Metadata from the feed or file overrides its header. */
export function cleanArticle(
  raw: RawArticleRow,
  boilerplate: Boilerplate = new Set(),
): ArticleRow | null {
  const header = readNewsHeader(raw.text, raw);
  const tail = findNewsTail(raw.text, header.end);
  const ownText = tidyNewsText(raw.text.slice(header.end, tail[0]?.start));
  const text = raw.annotation === null ? withoutUnrelatedText(ownText, boilerplate) : ownText;
  if (text === "") return null;
  const textOfPieces = (kind: TailPiece["kind"]) =>
    tail
      .filter(piece => piece.kind === kind)
      .map(({ start, end }) => raw.text.slice(start, end))
      .join("");
  const cut = {
    header: raw.text.slice(0, header.end),
    footer: textOfPieces("footer"),
    signOff: textOfPieces("sign-off"),
  };
  const { domain, annotation, provenance } = raw;
  return {
    id: rowId("d", raw.id),
    rawId: raw.id,
    language: languageOf(text),
    domain,
    headline: raw.headline?.trim() || header.headline,
    published: readPublicationDate(raw.published ?? "") ?? header.published,
    source: raw.source?.trim() || header.source || sourceNamedIn(cut.signOff, text),
    text,
    cut,
    private: privateKindsIn(text, languageOf(text)),
    annotation,
    provenance,
  };
}

/** Removes advertisements, captions, boilerplate, and any credits that this leaves at the end. */
function withoutUnrelatedText(text: string, boilerplate: Boilerplate): string {
  const language = languageOf(text);
  const remaining = withoutSentences(
    withoutInserts(text, language),
    language,
    ({ text: sentence }) => boilerplate.has(sentenceKey(sentence)),
  );
  return tidyNewsText(remaining.slice(0, findNewsTail(remaining)[0]?.start));
}

/** Separates articles that a page ran together; each keeps the metadata of the whole. */
export function separateArticles(article: ArticleRow): ArticleRow[] {
  const { text, language, rawId } = article;
  const furtherStarts = article.annotation === null ? furtherArticleStarts(text, language) : [];
  if (furtherStarts.length === 0) return [article];
  return [0, ...furtherStarts].map((start, index) => {
    const part = text.slice(start, furtherStarts[index]).trim();
    return { ...article, id: rowId("d", rawId, part), text: part };
  });
}

export type ArticleLimits = Pick<CrudSettings, "lengths" | "since" | "undated" | "private">;

/** The settings that decide whether an article is accepted, without any others. */
export const limitsOf = ({
  lengths,
  since,
  undated,
  private: privatePolicy,
}: ArticleLimits): ArticleLimits => ({ lengths, since, undated, private: privatePolicy });

/** Why an article is rejected: too short, too long (annotated ones may have any length), private, undated, or too old. */
export function rejectionOf(
  { text, language, published, annotation, private: privateKinds }: ArticleRow,
  { lengths, since, undated, private: privatePolicy }: ArticleLimits,
): { code: string; detail: string } | undefined {
  const { least: minLength, most: maxLength } = lengths[language];
  const length = text.length;
  if (annotation === null && length < minLength)
    return {
      code: "too-short",
      detail: `${length} characters; at least ${minLength} are required.`,
    };
  if (annotation === null && length > maxLength)
    return { code: "too-long", detail: `${length} characters; at most ${maxLength} are allowed.` };
  if (privatePolicy === "drop" && annotation === null && privateKinds.length > 0)
    return { code: "private", detail: `It contains private data: ${privateKinds.join(", ")}.` };
  if (published === null)
    return undated === "drop" || since !== null
      ? { code: "undated", detail: "It has no date with a year." }
      : undefined;
  return since !== null && published < since
    ? {
        code: "too-old",
        detail: `Published on ${published}; only articles from ${since} or later are accepted.`,
      }
    : undefined;
}
