// Turns an article into a document, and names it if it has no headline.

import type { ArticleRow } from "../../schemas/crud/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";

/** Maximum length of a name, in UTF-16 units, if the article has no headline. */
const maxNameLength: Record<Language, number> = { zh: 40, en: 80 };
const clauseEnd: Record<Language, RegExp> = {
  zh: /[，。；！？：,;!?\n]/u,
  en: /[,;:!?\n]|\.(?=\s|$)/u,
};

/** Datelines (who reports, and when), which do not identify an article: "IT之家 8 月 16 日消息", "8月16日". */
const dateline =
  /^(?:[^。]{0,20}?\d{1,2} ?月 ?\d{1,2} ?日[^。]{0,6}?(?:消息|电|讯|报道)?|[^。]{0,12}(?:消息|讯|报道)|.{1,4})$|^\p{Lu}[\p{Lu} ]{3,}$/u;

/** The headline, or the article's first clause, shortened if it is too long (in English between words). */
export function nameOf({
  headline,
  text,
  language,
}: Pick<ArticleRow, "headline" | "text" | "language">): string {
  const ownHeadline = headline?.replace(/\s+/g, " ").trim();
  if (ownHeadline) return ownHeadline;
  const opening = text.trim();
  const clause =
    opening
      .split(clauseEnd[language])
      .find(part => /[\p{L}\p{N}]/u.test(part) && !dateline.test(part.trim()))
      ?.replace(/\s+/g, " ")
      .trim() ?? opening;
  return shorten(clause, language);
}

function shorten(clause: string, language: Language): string {
  const maxLength = maxNameLength[language];
  if (clause.length <= maxLength) return clause;
  const prefix = clause.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
  const isAtWordEnd = language === "zh" || clause[maxLength] === " " || !prefix.includes(" ");
  return isAtWordEnd ? prefix : prefix.slice(0, prefix.lastIndexOf(" "));
}

/** Turns an article into a document, which all later stages use. */
export const toDocument = (article: ArticleRow): DocumentRow => ({
  id: article.id,
  language: article.language,
  domain: article.domain,
  name: nameOf(article),
  text: article.text,
  kind: "own",
  published: article.published,
  configId: null,
  sections: [],
  format: null,
  places: [],
  provenance: article.provenance,
  foreign: null,
});
