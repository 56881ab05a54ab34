// Reads an article from a JSON record: with any of the field names that news collections use, or a record of UHGEval.

import { z } from "zod";
import { UhgevalRecord } from "../../schemas/formats/uhgeval.ts";
import { titleOrNull } from "./title.ts";

/** What a record says about an article, unchanged. */
export interface ArticleRecord {
  readonly text: string;
  readonly headline: string | null;
  readonly published: string | null;
  readonly source: string | null;
  readonly url: string | null;
  readonly annotation: UhgevalRecord | null;
}

/** The first field present is the one that counts. */
const fields = {
  text: ["text", "content", "body", "article", "maintext", "article_text"],
  headline: ["title", "headline", "headLine"],
  published: [
    "date",
    "published",
    "broadcastDate",
    "published_at",
    "publishedAt",
    "publish_date",
    "date_publish",
    "pubDate",
    "pub_time",
    "time",
  ],
  source: ["source", "site", "publisher", "source_name"],
  url: ["url", "link"],
} as const;

const Words = z.string();
/** A timestamp may be a number, a text a list of paragraphs, a source an object with a name. */
const Value = z.union([
  Words,
  z.number().transform(String),
  z.array(Words).transform(lines => lines.join("\n")),
  z.object({ name: Words }).transform(({ name }) => name),
]);
const Fields = z.record(z.string(), z.unknown());

/** The article in a record, or what is wrong with the record. */
export function readArticleRecord(value: unknown): ArticleRecord | { error: string } {
  const record = Fields.safeParse(value);
  if (!record.success || Array.isArray(value)) return { error: "it is not a JSON object" };
  if ("hallucinatedContinuation" in record.data) return fromUhgeval(record.data);
  const [text, headline, published, source, url] = [
    fields.text,
    fields.headline,
    fields.published,
    fields.source,
    fields.url,
  ].map(names => firstOf(record.data, names));
  if (!text)
    return {
      error: `it has no text; give it in one of the fields ${fields.text.slice(0, 4).join(", ")}`,
    };
  return {
    text,
    headline: titleOrNull(headline),
    published: published ?? null,
    source: source ?? null,
    url: url ?? null,
    annotation: null,
  };
}

function firstOf(record: Record<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const { data } = Value.safeParse(record[name]);
    if (data !== undefined && data.trim() !== "") return data;
  }
  return undefined;
}

/** The real article is the beginning plus its real continuation. */
function fromUhgeval(value: unknown): ArticleRecord | { error: string } {
  const parsed = UhgevalRecord.safeParse(value);
  if (!parsed.success)
    return {
      error: `${parsed.error.issues[0]?.path.join(".") || "the record"}: ${parsed.error.issues[0]?.message ?? "does not fit"}`,
    };
  const { newsBeginning, newsRemainder, headLine, broadcastDate } = parsed.data;
  return {
    text: newsBeginning + newsRemainder,
    headline: titleOrNull(headLine),
    published: broadcastDate || null,
    source: null,
    url: null,
    annotation: parsed.data,
  };
}
