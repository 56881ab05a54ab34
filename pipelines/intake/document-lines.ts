// JSONL of which each line is a document: in DragonBall's form, or any record with a text and, maybe, a title.

import { basename, extname } from "node:path";
import { z } from "zod";
import { DragonballDocument, subjectKey } from "../../schemas/formats/dragonball.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { PipelineError } from "../engine/errors.ts";
import { parseJson, readLines } from "../engine/lines.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { readArticleRecord } from "./article-records.ts";
import { placeOf } from "./file-place.ts";
import { formatNamed } from "./files/formats.ts";

/** Lines among which the first record tells the form of all. */
const maxLooked = 20;
/** Characters of a text that is a document; shorter ones are cells of a table. */
const minText = 300;

const withoutMark = (text: string) => text.replace(/^\uFEFF/, "");

/** Empty too for what cannot be opened: whoever reads it as one file tells why. */
export function firstRecord(path: string): object {
  try {
    return recordIn(path);
  } catch (error) {
    if (error instanceof PipelineError && error.code === "disk") return {};
    throw error;
  }
}

function recordIn(path: string): object {
  for (const { text, number } of readLines(path)) {
    const value = parseJson(withoutMark(text));
    if (typeof value === "object" && value !== null) return value;
    if (number >= maxLooked) break;
  }
  return {};
}

const isDragonball = (record: object) => "doc_id" in record && "content" in record;

/** Whether each line of the file is a document; other JSONL is one document with a row a line. */
export function holdsDocuments(path: string): boolean {
  if (formatNamed(extname(path).toLowerCase()) !== "jsonl") return false;
  const record = firstRecord(path);
  const read = readArticleRecord(record);
  return isDragonball(record) || ("text" in read && read.text.length >= minText);
}

/** The documents of the lines; each bad line is a failure of its own, and the same text again is the same document. */
export function* documentLines(
  path: string,
  licence: string | null,
): Generator<DocumentRow | InputFailure> {
  const read = isDragonball(firstRecord(path)) ? readDragonball : readRecord;
  const seen = new Set<string>();
  for (const { text, number } of readLines(path)) {
    if (text.trim() === "") continue;
    const row = read(withoutMark(text), { path, number, licence });
    if ("error" in row)
      yield new InputFailure(
        `${path}:${number}`,
        "bad-record",
        `${path} line ${number}: ${row.error}`,
      );
    else if (read === readDragonball || !seen.has(row.id)) {
      seen.add(row.id);
      yield row;
    }
  }
}

interface LinePlace {
  readonly path: string;
  readonly number: number;
  readonly licence: string | null;
}

function readDragonball(
  text: string,
  { path, licence }: LinePlace,
): DocumentRow | { error: string } {
  const parsed = parseLine(text, DragonballDocument);
  if ("error" in parsed) return parsed;
  return parsed.row.content.trim() === ""
    ? { error: "content: it is empty" }
    : fromDragonball(parsed.row, path, licence);
}

/** A record of any other form: its text, and its title as the name. */
function readRecord(
  line: string,
  { path, number, licence }: LinePlace,
): DocumentRow | { error: string } {
  const value = parseJson(line);
  const read = value === undefined ? { error: "it is not JSON" } : readArticleRecord(value);
  if ("error" in read) return read;
  const text = read.text.replace(/\r\n?/g, "\n").trim();
  const place = placeOf(path, text);
  return {
    id: rowId("d", place.domain, read.headline, text),
    ...place,
    name: read.headline?.trim() || `${basename(path, extname(path))} ${number}`,
    text,
    kind: "own",
    published: z.iso.date().safeParse(read.published?.slice(0, 10)).data ?? null,
    configId: null,
    sections: [],
    format: null,
    places: [],
    provenance: { source: path, licence },
    foreign: z.record(z.string(), z.unknown()).parse(value),
  };
}

function fromDragonball(
  row: DragonballDocument,
  path: string,
  licence: string | null,
): DocumentRow {
  const { domain, language, content, ...foreign } = row;
  const name = row[subjectKey(domain)]?.trim() || `${domain} ${row.doc_id}`;
  return {
    id: rowId("d", domain.toLowerCase(), row.doc_id, content),
    language,
    domain: domain.toLowerCase(),
    name,
    text: content,
    kind: "own",
    published: null,
    configId: null,
    sections: [],
    format: null,
    places: [],
    provenance: { source: path, licence },
    foreign: { ...foreign, domain },
  };
}

/** A JSON line in the shape of a record, or what is wrong with it. */
export function parseLine<R extends z.ZodType>(
  text: string,
  record: R,
): { row: z.output<R> } | { error: string } {
  let value: unknown;
  try {
    // Some editors put a byte order mark before the first line.
    value = JSON.parse(withoutMark(text));
  } catch {
    return { error: "it is not JSON" };
  }
  const parsed = record.safeParse(value);
  if (parsed.success) return { row: parsed.data };
  const issue = parsed.error.issues[0];
  return { error: `${issue?.path.join(".") || "the record"}: ${issue?.message ?? "does not fit"}` };
}
