// An article given as a JSON record: under any of the field names that news collections use, or as one of UHGEval's.

import { z } from "zod";
import { UhgevalRecord } from "../../schemas/formats/uhgeval.ts";
import { titleOrNull } from "./title.ts";

/** What a record says of an article, as it says it. */
export interface ArticleRecord {
  readonly text: string;
  readonly headline: string | null;
  readonly published: string | null;
  readonly source: string | null;
  readonly url: string | null;
  readonly annotation: UhgevalRecord | null;
}

/** Of each, the first that is there counts. */
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
/** A time stamp may be a number, a text a list of paragraphs, a source an object with its name. */
const Value = z.union([
  Words,
  z.number().transform(String),
  z.array(Words).transform(lines => lines.join("\n")),
  z.object({ name: Words }).transform(({ name }) => name),
]);
const Fields = z.record(z.string(), z.unknown());

/** The article of a record, or what is wrong with it. */
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
      error: `it has no text; one of the fields ${fields.text.slice(0, 4).join(", ")} is read`,
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

/** The real article is the beginning and what really followed. */
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
