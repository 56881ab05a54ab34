// Reads JSONL with one document per line: in DragonBall's form, or any records with a text and perhaps a title.

import { basename, extname } from "node:path";
import { z } from "zod";
import { DragonballDocument, subjectKey } from "../../schemas/formats/dragonball.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { PipelineError } from "../engine/errors.ts";
import { parseJson, readLines } from "../engine/lines.ts";
import type { InputFailure } from "../engine/pipeline.ts";
import { badRecord, firstIssue, readArticleRecord } from "./article-records.ts";
import { domainAndLanguageOf } from "./domain-of-path.ts";
import { formatOfExtension } from "./files/formats.ts";

/** Number of lines searched for the first record; all others are assumed to have its form. */
const maxLinesSearched = 20;
/** Minimum length of a document, in characters; shorter texts are table cells. */
const minTextLength = 300;

/** Some editors put a byte order mark before the first line. */
const stripByteOrderMark = (text: string) => text.replace(/^\uFEFF/, "");

/** The first record of a file; empty if there is none or the file cannot be opened: reading it as a single file then reports why. */
export function firstRecord(path: string): object {
  try {
    for (const { text, number } of readLines(path)) {
      const value = parseJson(stripByteOrderMark(text));
      if (typeof value === "object" && value !== null) return value;
      if (number >= maxLinesSearched) break;
    }
    return {};
  } catch (error) {
    if (error instanceof PipelineError && error.code === "disk") return {};
    throw error;
  }
}

const isDragonball = (record: object) => "doc_id" in record && "content" in record;

/** Whether each line of the file is a document; other JSONL is one document with one row per line. */
export function hasDocumentPerLine(path: string): boolean {
  if (formatOfExtension(extname(path).toLowerCase()) !== "jsonl") return false;
  const record = firstRecord(path);
  const article = readArticleRecord(record);
  return isDragonball(record) || ("text" in article && article.text.length >= minTextLength);
}

/** The documents in the lines; each bad line is a separate failure. Except in DragonBall files, a repeated text is the same document. */
export function* documentLines(
  path: string,
  licence: string | null,
): Generator<DocumentRow | InputFailure> {
  const readLine = isDragonball(firstRecord(path)) ? readDragonball : readRecord;
  const seenIds = new Set<string>();
  for (const { text, number } of readLines(path)) {
    if (text.trim() === "") continue;
    const row = readLine(stripByteOrderMark(text), { path, number, licence });
    if ("error" in row) yield badRecord(path, number, row.error);
    else if (readLine === readDragonball || !seenIds.has(row.id)) {
      seenIds.add(row.id);
      yield row;
    }
  }
}

interface LineSource {
  readonly path: string;
  readonly number: number;
  readonly licence: string | null;
}

function readDragonball(
  text: string,
  { path, licence }: LineSource,
): DocumentRow | { error: string } {
  const parsed = parseLine(text, DragonballDocument);
  if ("error" in parsed) return parsed;
  return parsed.row.content.trim() === ""
    ? { error: "content is empty" }
    : fromDragonball(parsed.row, path, licence);
}

/** The document in a record of any other form: its text, with its title as the name. */
function readRecord(
  line: string,
  { path, number, licence }: LineSource,
): DocumentRow | { error: string } {
  const value = parseJson(line);
  const article = value === undefined ? { error: "it is not JSON" } : readArticleRecord(value);
  if ("error" in article) return article;
  const text = article.text.replace(/\r\n?/g, "\n").trim();
  const domainAndLanguage = domainAndLanguageOf(path, text);
  return {
    id: rowId("d", domainAndLanguage.domain, article.headline, text),
    ...domainAndLanguage,
    name: article.headline?.trim() || `${basename(path, extname(path))} ${number}`,
    text,
    kind: "own",
    published: z.iso.date().safeParse(article.published?.slice(0, 10)).data ?? null,
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

/** A JSON line parsed as a record, or what is wrong with it. */
export function parseLine<R extends z.ZodType>(
  text: string,
  record: R,
): { row: z.output<R> } | { error: string } {
  const value = parseJson(stripByteOrderMark(text));
  if (value === undefined) return { error: "it is not JSON" };
  const parsed = record.safeParse(value);
  return parsed.success ? { row: parsed.data } : { error: firstIssue(parsed.error) };
}
