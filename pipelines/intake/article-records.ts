// Reads an article from a JSON record: with any of the field names that news collections use, or a record of UHGEval.

import { z } from "zod";
import { UhgevalRecord } from "../../schemas/formats/uhgeval.ts";
import { InputFailure } from "../engine/pipeline.ts";

/** The fields of an article, as given in its record. */
export interface ArticleRecord {
  readonly text: string;
  readonly headline: string | null;
  readonly published: string | null;
  readonly source: string | null;
  readonly url: string | null;
  readonly annotation: UhgevalRecord | null;
}

/** The names that collections use for each field, in order of precedence. */
const fieldNames = {
  text: "text content body article maintext article_text".split(" "),
  headline: "title headline headLine".split(" "),
  published:
    "date published broadcastDate published_at publishedAt publish_date date_publish pubDate pub_time time".split(
      " ",
    ),
  source: "source site publisher source_name".split(" "),
  url: "url link".split(" "),
};

/** A timestamp may be a number; a text, a list of paragraphs; a source, an object with a name. */
const Value = z.union([
  z.string(),
  z.number().transform(String),
  z.array(z.string()).transform(lines => lines.join("\n")),
  z.object({ name: z.string() }).transform(({ name }) => name),
]);
const RecordFields = z.record(z.string(), z.unknown());

/** The article in a record, or what is wrong with the record. */
export function readArticleRecord(value: unknown): ArticleRecord | { error: string } {
  const record = RecordFields.safeParse(value);
  if (!record.success || Array.isArray(value)) return { error: "it is not a JSON object" };
  if ("hallucinatedContinuation" in record.data) return fromUhgeval(record.data);
  const field = (name: keyof typeof fieldNames) => firstValue(record.data, fieldNames[name]);
  const text = field("text");
  if (!text)
    return {
      error: `it has no text; put it in one of the fields ${fieldNames.text.slice(0, 4).join(", ")}`,
    };
  return {
    text,
    headline: titleOrNull(field("headline")),
    published: field("published") ?? null,
    source: field("source") ?? null,
    url: field("url") ?? null,
    annotation: null,
  };
}

function firstValue(record: Record<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const { data } = Value.safeParse(record[name]);
    if (data !== undefined && data.trim() !== "") return data;
  }
  return undefined;
}

/** Maximum length of a title, in characters: titles are compared, displayed and sent to models in full. */
const maxTitleLength = 500;

/** The text given as a title, or null if it is not one: empty, or too long. */
export function titleOrNull(text: string | null | undefined): string | null {
  const title = text?.trim() ?? "";
  return title === "" || title.length > maxTitleLength ? null : title;
}

/** A failure of one record of a file. */
export const badRecord = (
  path: string,
  number: number,
  error: string,
  unit: "line" | "record" = "line",
): InputFailure =>
  new InputFailure(`${path}:${number}`, "bad-record", `${path} ${unit} ${number}: ${error}`);

/** The first thing wrong with a record, after the path of the field concerned. */
export function firstIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".") || "the record"}: ${issue?.message ?? "does not fit"}`;
}

/** The article that UHGEval split: its beginning, followed by what really came next. */
function fromUhgeval(value: unknown): ArticleRecord | { error: string } {
  const parsed = UhgevalRecord.safeParse(value);
  if (!parsed.success) return { error: firstIssue(parsed.error) };
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
