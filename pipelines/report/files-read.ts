// Reads which files of a run were read and what each contains, and which gave no text and why.

import { dirname, sep } from "node:path";
import { fragments } from "../../schemas/cofe/records.ts";
import { type DocumentRow, documents, type FilePlace } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { shownPath, withoutFolders } from "../engine/shown-path.ts";
import { countOf } from "../engine/grouping.ts";
import type { Loss } from "./losses-read.ts";

/** A file that was read, without its text. */
export interface FileCard {
  readonly format: NonNullable<DocumentRow["format"]>;
  /** Parts of it that were not read, in words. */
  readonly leftOut: readonly string[];
  /** Its pages with text; null if the format has no pages. */
  readonly pages: {
    readonly kind: Exclude<FilePlace["kind"], "row">;
    readonly count: number;
    /** Number of these whose text was recognised by OCR. */
    readonly recognised: number;
  } | null;
}

export interface FileRead extends FileCard {
  /** Its path below the folder that all files of the run share. */
  readonly name: string;
  /** Length in UTF-16 units. */
  readonly length: number;
  readonly fragments: number;
  readonly items: number;
}

export interface FilesData {
  /** The files read, longest first. */
  readonly read: readonly FileRead[];
  /** Whether the run cut documents into fragments. */
  readonly cut: boolean;
  readonly failed: readonly Pick<Loss, "input" | "code" | "detail">[];
}

/** Null for a document that did not come from a file of its own. */
export function fileCard({
  format,
  places,
  leftOut = [],
}: Pick<DocumentRow, "format" | "places" | "leftOut">): FileCard | null {
  if (format === null) return null;
  const kind = places.find(place => place.kind !== "row")?.kind;
  if (kind === undefined || kind === "row") return { format, leftOut, pages: null };
  const pages = places.filter(place => place.kind === kind);
  const recognised = pages.filter(({ ocr }) => ocr).length;
  return { format, leftOut, pages: { kind, count: pages.length, recognised } };
}

/** The folder that all paths share, with its separator; empty if there is none. */
export function sharedFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.map(path => dirname(path).split(sep));
  if (!first) return "";
  const differs = first.findIndex((part, index) => others.some(other => other[index] !== part));
  const shared = (differs < 0 ? first : first.slice(0, differs)).join(sep);
  return paths.every(path => path.startsWith(`${shared}${sep}`)) ? `${shared}${sep}` : "";
}

function* fragmentDocuments(run: OpenRun): Generator<string> {
  for (const { documentId } of run.rows(fragments)) yield documentId;
}

interface FileInputs {
  readonly cards: readonly (Pick<DocumentRow, "id" | "provenance"> & {
    readonly length: number;
    readonly file: FileCard | null;
  })[];
  readonly rows: readonly ItemRow[];
  readonly losses: readonly Loss[];
}

/** Names a file that failed, and removes its path from the beginning of the detail: a table states it once. */
const nameFailed = ({ input, code, detail }: Loss, folder: string) => ({
  input: shownPath(input.slice(folder.length)),
  code,
  detail: detail.startsWith(`${input}: `)
    ? detail.slice(input.length + 2)
    : withoutFolders(detail, input),
});

const byLength = (a: FileRead, b: FileRead) => b.length - a.length || (a.name < b.name ? -1 : 1);

/** Null for a run that read no files as documents. */
export function readFiles(run: OpenRun, { cards, rows, losses }: FileInputs): FilesData | null {
  const found = cards.flatMap(({ id, length, provenance: { source }, file }) =>
    file ? [{ id, length, source, ...file }] : [],
  );
  // If documents are written, a stage has their artifact's name; a line of a JSONL file is not a file.
  const failed = run.inputs.includes(documents.name)
    ? losses.filter(
        ({ stage, outcome, code }) =>
          stage === documents.name && outcome === "failed" && code !== "bad-record",
      )
    : [];
  if (found.length + failed.length === 0) return null;
  const [cutInto, serves] = [
    countOf(fragmentDocuments(run)),
    countOf(rows.flatMap(({ documentIds }) => documentIds)),
  ];
  const folder = sharedFolder([
    ...found.map(({ source }) => source),
    ...failed.map(({ input }) => input),
  ]);
  const read = found.map(
    ({ id, source, ...file }): FileRead => ({
      ...file,
      name: shownPath(source.slice(folder.length)),
      fragments: cutInto.get(id) ?? 0,
      items: serves.get(id) ?? 0,
    }),
  );
  return {
    read: read.sort(byLength),
    cut: cutInto.size > 0,
    failed: failed.map(loss => nameFailed(loss, folder)),
  };
}
