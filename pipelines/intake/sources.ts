// What a user brings: seeds, documents and questions, from folders and JSONL files, as rows or single failures.

import { basename, dirname, extname } from "node:path";
import type { z } from "zod";
import { DragonballDocument, subjectKey } from "../../schemas/formats/dragonball.ts";
import { type DocumentRow, Language } from "../../schemas/items/records.ts";
import type { SeedRow } from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { readLines } from "../engine/lines.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { languageOf } from "../text/language.ts";
import { filesUnder, readText } from "./files.ts";

export interface SourceOptions {
  readonly paths: readonly string[];
  readonly languages: readonly Language[];
  readonly domains: readonly string[] | undefined;
  readonly licence: string | null;
}

/** A domain is the folder a file lies in (the one above where that is named zh or en); the language its own, or the text's. */
export function placeOf(path: string, text: string): { domain: string; language: Language } {
  const folder = basename(dirname(path)).toLowerCase();
  const named = Language.safeParse(folder);
  const domain = named.success ? basename(dirname(dirname(path))).toLowerCase() : folder;
  // "", "." and ".." say where the command was typed, not what the file is about.
  return { domain: /^\.*$/.test(domain) ? "documents" : domain, language: named.success ? named.data : languageOf(text) };
}

const wanted = ({ languages, domains }: SourceOptions, row: { domain: string; language: Language }) =>
  languages.includes(row.language) && (domains?.some(domain => domain.toLowerCase() === row.domain.toLowerCase()) ?? true);

/** Seeds from text files. */
export function* readSeeds(options: SourceOptions): Generator<SeedRow | InputFailure> {
  for (const path of filesUnder(options.paths)) {
    const file = readText(path);
    if ("code" in file) {
      yield new InputFailure(path, file.code, file.detail);
      continue;
    }
    const place = placeOf(path, file.text);
    if (!wanted(options, place)) continue;
    yield { id: rowId("s", place.domain, file.text), ...place, text: file.text, provenance: { source: path, licence: options.licence } };
  }
}

/** A user's own documents: text files, or JSONL in DragonBall's form. */
export function* readDocuments(options: SourceOptions): Generator<DocumentRow | InputFailure> {
  for (const path of filesUnder(options.paths)) {
    const rows = extname(path).toLowerCase() === ".jsonl" ? documentLines(path, options.licence) : [documentFile(path, options.licence)];
    for (const row of rows) if (row instanceof InputFailure || wanted(options, row)) yield row;
  }
}

function documentFile(path: string, licence: string | null): DocumentRow | InputFailure {
  const file = readText(path);
  if ("code" in file) return new InputFailure(path, file.code, file.detail);
  const place = placeOf(path, file.text);
  const name = firstHeading(file.text) ?? basename(path, extname(path));
  return {
    id: rowId("d", place.domain, file.text),
    ...place,
    name,
    text: file.text,
    kind: "own",
    published: null,
    configId: null,
    sections: [],
    provenance: { source: path, licence },
    foreign: null,
  };
}

/** A short first line that is no sentence is taken for the title. */
function firstHeading(text: string): string | undefined {
  const line = text
    .split("\n", 1)[0]
    ?.replace(/^#+\s*/, "")
    .replace(/[*_【】]/g, "")
    .trim();
  return line && line.length <= 80 && !/[。！？；：]$/.test(line) ? line : undefined;
}

function* documentLines(path: string, licence: string | null): Generator<DocumentRow | InputFailure> {
  for (const { text, number } of readLines(path)) {
    if (text.trim() === "") continue;
    const parsed = parseLine(text, DragonballDocument);
    const error = "error" in parsed ? parsed.error : parsed.row.content.trim() === "" ? "content: it is empty" : undefined;
    yield "error" in parsed || error !== undefined
      ? new InputFailure(`${path}:${number}`, "bad-record", `${path} line ${number}: ${error}`)
      : fromDragonball(parsed.row, path, licence);
  }
}

function fromDragonball(row: DragonballDocument, path: string, licence: string | null): DocumentRow {
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
    provenance: { source: path, licence },
    foreign: { ...foreign, domain },
  };
}

/** A JSON line in the shape of a record, or what is wrong with it. */
export function parseLine<R extends z.ZodType>(text: string, record: R): { row: z.output<R> } | { error: string } {
  let value: unknown;
  try {
    // Some editors put a byte order mark before the first line.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { error: "it is not JSON" };
  }
  const parsed = record.safeParse(value);
  if (parsed.success) return { row: parsed.data };
  const issue = parsed.error.issues[0];
  return { error: `${issue?.path.join(".") || "the record"}: ${issue?.message ?? "does not fit"}` };
}
