// An article cut to its own text, and why one is not taken.

import type { ArticleRow, RawArticleRow } from "../../schemas/crud/records.ts";
import type { CrudSettings } from "../../schemas/settings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { languageOf } from "../text/language.ts";
import { readPublished } from "../text/news-date.ts";
import { readNewsHeader } from "../text/news-header.ts";
import { findNewsTail, type TailPiece } from "../text/news-tail.ts";
import { namedSource, tidyNewsText } from "../text/news-text.ts";

/** An article without what stands before and behind it; null where nothing is left. What a feed or file said of it counts before its header. */
export function cleanArticle(raw: RawArticleRow): ArticleRow | null {
  const header = readNewsHeader(raw.text, raw);
  const tail = findNewsTail(raw.text, header.end);
  const text = tidyNewsText(raw.text.slice(header.end, tail[0]?.start));
  if (text === "") return null;
  const pieces = (kind: TailPiece["kind"]) =>
    tail
      .filter(piece => piece.kind === kind)
      .map(({ start, end }) => raw.text.slice(start, end))
      .join("");
  const cut = {
    header: raw.text.slice(0, header.end),
    footer: pieces("footer"),
    signOff: pieces("sign-off"),
  };
  const { domain, annotation, provenance } = raw;
  return {
    id: rowId("d", raw.id),
    rawId: raw.id,
    language: languageOf(text),
    domain,
    headline: raw.headline?.trim() || header.headline,
    published: readPublished(raw.published ?? "") ?? header.published,
    source: raw.source?.trim() || header.source || namedSource(cut.signOff, text),
    text,
    cut,
    annotation,
    provenance,
  };
}

export type Fitness = Pick<CrudSettings, "lengths" | "since" | "undated">;

/** Why an article is not taken: too short, too long (annotated ones may have any length), undated, or too old. */
export function unfit(
  { text, language, published, annotation }: ArticleRow,
  { lengths, since, undated }: Fitness,
): { code: string; detail: string } | undefined {
  const { least, most } = lengths[language];
  const length = text.length;
  if (annotation === null && length < least)
    return { code: "too-short", detail: `${length} characters; at least ${least} are wanted.` };
  if (annotation === null && length > most)
    return { code: "too-long", detail: `${length} characters; at most ${most} are wanted.` };
  if (published === null)
    return undated === "drop" || since !== null
      ? { code: "undated", detail: "It names no day with its year." }
      : undefined;
  return since !== null && published < since
    ? {
        code: "too-old",
        detail: `Published on ${published}; wanted are articles from ${since} on.`,
      }
    : undefined;
}
