// What a user brings: seeds, documents and questions, from folders and JSONL files, as rows or single failures.

import { basename, dirname, extname, relative, resolve, sep } from "node:path";
import type { z } from "zod";
import { DragonballDocument, subjectKey } from "../../schemas/formats/dragonball.ts";
import { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { SeedRow } from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { readLines } from "../engine/lines.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { languageOf } from "../text/language.ts";
import { nameOfFile } from "./files/file-name.ts";
import type { ParsedFile } from "./files/parsed-file.ts";
import { limitsOf, nextFile, type NoText, readFiles } from "./files/read-file.ts";
import type { FileLimits } from "../../schemas/settings.ts";
import { filesUnder } from "./files/text-files.ts";

export interface SourceOptions {
  readonly paths: readonly string[];
  readonly languages: readonly Language[];
  readonly domains: readonly string[] | undefined;
  readonly licence: string | null;
  /** Whether seeds that are not laid out by domain and language have none yet (""). */
  readonly unsorted?: boolean;
  /** The usual where absent. */
  readonly limits?: FileLimits;
  /** What makes a document of a file the same as before: its text (as if absent), or its path within the folder that is given. */
  readonly identity?: "content" | "path";
}

const languageFolder = (path: string) =>
  Language.safeParse(basename(dirname(path)).toLowerCase()).data;

/** Whether somebody put a file into a folder of its language, and that into one of its domain. */
export const isLaidOut = (path: string): boolean => languageFolder(path) !== undefined;

/** A domain is the folder a file lies in (the one above where that is named zh or en); the language its own, or the text's. */
export function placeOf(path: string, text: string): { domain: string; language: Language } {
  const named = languageFolder(path);
  const domain = basename(named ? dirname(dirname(path)) : dirname(path)).toLowerCase();
  // "", "." and ".." say where the command was typed, not what the file is about.
  return {
    domain: /^\.*$/.test(domain) ? "documents" : domain,
    language: named ?? languageOf(text),
  };
}

/** Whether it is of the languages and domains asked for. */
export const isWanted = (
  { languages, domains }: SourceOptions,
  row: { domain: string; language: Language },
) =>
  languages.includes(row.language) &&
  (domains?.some(domain => domain.toLowerCase() === row.domain.toLowerCase()) ?? true);

/** Seeds from files of any format. */
export async function* readSeeds(options: SourceOptions): AsyncGenerator<SeedRow | InputFailure> {
  const paths = filesUnder(options.paths, "seeds");
  const files = readFiles(paths, limitsOf(options.limits));
  try {
    for (const path of paths) {
      const seed = toSeed(await nextFile(files), path, options);
      const sorted = seed instanceof InputFailure || seed.domain !== "";
      const wanted = sorted ? options : { ...options, domains: undefined };
      if (seed instanceof InputFailure || isWanted(wanted, seed)) yield seed;
    }
  } finally {
    await files.return(undefined);
  }
}

function toSeed(
  file: ParsedFile | NoText,
  path: string,
  { licence, unsorted = false }: SourceOptions,
): SeedRow | InputFailure {
  if ("code" in file) return new InputFailure(path, file.code, file.detail);
  const found = placeOf(path, file.text);
  const place = unsorted && !isLaidOut(path) ? { ...found, domain: "" } : found;
  return {
    id: rowId("s", place.domain, file.text),
    ...place,
    text: file.text,
    provenance: { source: path, licence },
  };
}

const isLines = (path: string) => extname(path).toLowerCase() === ".jsonl";

/** A user's own documents: files of any format, or JSONL in DragonBall's form. */
export async function* readDocuments(
  options: SourceOptions,
): AsyncGenerator<DocumentRow | InputFailure> {
  const found = foundUnder(options.paths);
  const files = readFiles(
    found.flatMap(({ path }) => (isLines(path) ? [] : [path])),
    limitsOf(options.limits),
  );
  const seen = new Map<string, number>();
  try {
    for (const { path, within } of found) {
      const rows = isLines(path)
        ? documentLines(path, options.licence)
        : [toDocument(await nextFile(files), path, options.licence)];
      for (const row of rows) {
        if (row instanceof InputFailure) yield row;
        else if (isWanted(options, row))
          yield options.identity === "path" && row.foreign === null
            ? { ...row, id: pathId(row.domain, within, seen) }
            : row;
      }
    }
  } finally {
    await files.return(undefined);
  }
}

/** Every file with its path within the folder that was given; one that is under two of them is read once. */
function foundUnder(paths: readonly string[]): { path: string; within: string }[] {
  const known = new Set<string>();
  return paths.flatMap(given =>
    filesUnder([given]).flatMap(path => {
      if (known.has(resolve(path))) return [];
      known.add(resolve(path));
      return [{ path, within: (relative(given, path) || basename(path)).split(sep).join("/") }];
    }),
  );
}

/** The same path in two of the given folders names two documents. */
function pathId(domain: string, within: string, seen: Map<string, number>): string {
  const id = rowId("d", domain, within);
  const before = seen.get(id) ?? 0;
  seen.set(id, before + 1);
  return before === 0 ? id : rowId("d", domain, within, before);
}

function toDocument(
  file: ParsedFile | NoText,
  path: string,
  licence: string | null,
): DocumentRow | InputFailure {
  if ("code" in file) return new InputFailure(path, file.code, file.detail);
  const place = placeOf(path, file.text);
  return {
    id: rowId("d", place.domain, file.text),
    ...place,
    name: nameOfFile(file, path),
    text: file.text,
    kind: "own",
    published: null,
    configId: null,
    sections: [],
    format: file.format,
    places: [...file.places],
    provenance: { source: path, licence },
    foreign: null,
  };
}

function* documentLines(
  path: string,
  licence: string | null,
): Generator<DocumentRow | InputFailure> {
  for (const { text, number } of readLines(path)) {
    if (text.trim() === "") continue;
    const parsed = parseLine(text, DragonballDocument);
    const error =
      "error" in parsed
        ? parsed.error
        : parsed.row.content.trim() === ""
          ? "content: it is empty"
          : undefined;
    yield "error" in parsed || error !== undefined
      ? new InputFailure(`${path}:${number}`, "bad-record", `${path} line ${number}: ${error}`)
      : fromDragonball(parsed.row, path, licence);
  }
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
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { error: "it is not JSON" };
  }
  const parsed = record.safeParse(value);
  if (parsed.success) return { row: parsed.data };
  const issue = parsed.error.issues[0];
  return { error: `${issue?.path.join(".") || "the record"}: ${issue?.message ?? "does not fit"}` };
}
