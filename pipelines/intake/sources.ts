// Reads a user's seeds and documents from folders and JSONL files, as rows or as failures of single files.

import { basename, relative, resolve, sep } from "node:path";
import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { SeedRow } from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { documentLines, holdsDocuments } from "./document-lines.ts";
import { isLaidOut, placeOf } from "./file-place.ts";
import { nameOfFile } from "./files/file-name.ts";
import type { ParsedFile } from "./files/parsed-file.ts";
import { limitsOf, nextFile, type NoText, readFiles } from "./files/read-file.ts";
import type { FileLimits } from "../../schemas/files-settings.ts";
import { filesUnder } from "./files/list-files.ts";

export interface SourceOptions {
  readonly paths: readonly string[];
  readonly languages: readonly Language[];
  readonly domains: readonly string[] | undefined;
  readonly licence: string | null;
  /** Whether seeds that are not in folders by domain and language get no domain yet (""). */
  readonly unsorted?: boolean;
  /** The usual limits if absent. */
  readonly limits?: FileLimits;
  /** What identifies a file's document from run to run: its text (the default), or its path within the given folder. */
  readonly identity?: "content" | "path";
}

/** Whether a row is in one of the requested languages and domains. */
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

/** A user's own documents: files of any format, or JSONL with one document per line. */
export async function* readDocuments(
  options: SourceOptions,
): AsyncGenerator<DocumentRow | InputFailure> {
  const found = foundUnder(options.paths).map(file => ({
    ...file,
    isMany: holdsDocuments(file.path),
  }));
  const files = readFiles(
    found.flatMap(({ path, isMany }) => (isMany ? [] : [path])),
    limitsOf(options.limits),
  );
  const seen = new Map<string, number>();
  try {
    for (const { path, within, isMany } of found) {
      const rows = isMany
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

/** Every file with its path within the given folder; a file under two of the folders is read once. */
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

/** A document's id from its path; the same path in two of the given folders means two documents. */
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
    ...(file.leftOut === undefined ? {} : { leftOut: [...file.leftOut] }),
    provenance: { source: path, licence },
    foreign: null,
  };
}
