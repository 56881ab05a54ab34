// Turns an article into a document, and names it if it has no headline.

import type { ArticleRow } from "../../schemas/crud/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Language } from "../../schemas/items/item-types.ts";

/** The most UTF-16 units of a name if the article has no headline. */
const maxName: Record<Language, number> = { zh: 40, en: 80 };
const clauseEnd: Record<Language, RegExp> = {
  zh: /[，。；！？：,;!?\n]/u,
  en: /[,;:!?\n]|\.(?=\s|$)/u,
};

/** Datelines (who reports, and when), which name no article: "IT之家 8 月 16 日消息", "8月16日". */
const dateline =
  /^(?:[^。]{0,20}?\d{1,2} ?月 ?\d{1,2} ?日[^。]{0,6}?(?:消息|电|讯|报道)?|[^。]{0,12}(?:消息|讯|报道)|.{1,4})$|^\p{Lu}[\p{Lu} ]{3,}$/u;

/** The headline, or the article's first clause, cut if it is too long (in English between words). */
export function nameOf({
  headline,
  text,
  language,
}: Pick<ArticleRow, "headline" | "text" | "language">): string {
  const given = headline?.replace(/\s+/g, " ").trim();
  if (given) return given;
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
  const most = maxName[language];
  if (clause.length <= most) return clause;
  const cut = clause.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  const isWhole = language === "zh" || clause[most] === " " || !cut.includes(" ");
  return isWhole ? cut : cut.slice(0, cut.lastIndexOf(" "));
}

/** An article as the wing uses it from here on. */
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
