// Reads a user's seeds and documents from folders and JSONL files, as rows or as failures of single files.

import { basename, relative, resolve, sep } from "node:path";
import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { SeedRow } from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { InputFailure } from "../engine/pipeline.ts";
import { documentLines, hasDocumentPerLine } from "./document-lines.ts";
import { hasLanguageFolder, domainAndLanguageOf } from "./domain-of-path.ts";
import { nameOfFile } from "./files/file-name.ts";
import type { FileContent, FileFailure } from "./files/parsed-file.ts";
import { limitsOf, nextFile, readFiles } from "./files/read-file.ts";
import type { FileLimits } from "../../schemas/file-limits.ts";
import { filesUnder } from "./files/list-files.ts";

export interface SourceOptions {
  readonly paths: readonly string[];
  readonly languages: readonly Language[];
  readonly domains: readonly string[] | undefined;
  readonly licence: string | null;
  /** Whether seeds that are not in folders by domain and language are given no domain yet (""). */
  readonly unsorted?: boolean;
  /** Default limits if absent. */
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
      if (seed instanceof InputFailure) yield seed;
      // A seed without a domain yet may turn out to be of any domain.
      else if (isWanted(seed.domain === "" ? { ...options, domains: undefined } : options, seed))
        yield seed;
    }
  } finally {
    await files.return(undefined);
  }
}

function toSeed(
  file: FileContent | FileFailure,
  path: string,
  { licence, unsorted = false }: SourceOptions,
): SeedRow | InputFailure {
  if ("code" in file) return new InputFailure(path, file.code, file.detail);
  const fromPath = domainAndLanguageOf(path, file.text);
  const domainAndLanguage =
    unsorted && !hasLanguageFolder(path) ? { ...fromPath, domain: "" } : fromPath;
  return {
    id: rowId("s", domainAndLanguage.domain, file.text),
    ...domainAndLanguage,
    text: file.text,
    provenance: { source: path, licence },
  };
}

/** A user's own documents: files of any format, or JSONL with one document per line. */
export async function* readDocuments(
  options: SourceOptions,
): AsyncGenerator<DocumentRow | InputFailure> {
  const sources = listFiles(options.paths).map(file => ({
    ...file,
    isJsonl: hasDocumentPerLine(file.path),
  }));
  const files = readFiles(
    sources.flatMap(({ path, isJsonl }) => (isJsonl ? [] : [path])),
    limitsOf(options.limits),
  );
  const pathCounts = new Map<string, number>();
  try {
    for (const { path, relativePath, isJsonl } of sources) {
      const rows = isJsonl
        ? documentLines(path, options.licence)
        : [toDocument(await nextFile(files), path, options.licence)];
      for (const row of rows) {
        if (row instanceof InputFailure) yield row;
        else if (isWanted(options, row))
          yield options.identity === "path" && row.foreign === null
            ? { ...row, id: pathId(row.domain, relativePath, pathCounts) }
            : row;
      }
    }
  } finally {
    await files.return(undefined);
  }
}

/** Every file with its path within the given folder; a file under two of the folders is listed once. */
function listFiles(paths: readonly string[]): { path: string; relativePath: string }[] {
  const seenPaths = new Set<string>();
  return paths.flatMap(folder =>
    filesUnder([folder]).flatMap(path => {
      if (seenPaths.has(resolve(path))) return [];
      seenPaths.add(resolve(path));
      return [
        { path, relativePath: (relative(folder, path) || basename(path)).split(sep).join("/") },
      ];
    }),
  );
}

/** A document's id from its path; the same path in two of the given folders means two documents. */
function pathId(domain: string, relativePath: string, pathCounts: Map<string, number>): string {
  const id = rowId("d", domain, relativePath);
  const copyCount = pathCounts.get(id) ?? 0;
  pathCounts.set(id, copyCount + 1);
  return copyCount === 0 ? id : rowId("d", domain, relativePath, copyCount);
}

function toDocument(
  file: FileContent | FileFailure,
  path: string,
  licence: string | null,
): DocumentRow | InputFailure {
  if ("code" in file) return new InputFailure(path, file.code, file.detail);
  const domainAndLanguage = domainAndLanguageOf(path, file.text);
  return {
    id: rowId("d", domainAndLanguage.domain, file.text),
    ...domainAndLanguage,
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
