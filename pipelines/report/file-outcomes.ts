// Reads which files of a run yielded text and what each contains, and which yielded none and why.

import { dirname, sep } from "node:path";
import { fragments } from "../../schemas/cofe/records.ts";
import { type DocumentRow, documents, type FilePlace } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { displayPath, withoutFolders } from "../engine/display-path.ts";
import { countOf } from "../engine/grouping.ts";
import type { Loss } from "./losses-data.ts";

/** A file that was read, without its text. */
export interface FileCard {
  readonly format: NonNullable<DocumentRow["format"]>;
  /** Parts of it that were not read, in words. */
  readonly leftOut: readonly string[];
  /** Its pages with text; null if the format has no pages. */
  readonly pages: {
    readonly kind: Exclude<FilePlace["kind"], "row">;
    readonly count: number;
    /** Number of these whose text was recognized by OCR. */
    readonly recognized: number;
  } | null;
}

export interface FileSummary extends FileCard {
  /** Its path below the folder that all files of the run share. */
  readonly name: string;
  /** Length in UTF-16 units. */
  readonly length: number;
  readonly fragments: number;
  readonly items: number;
}

export interface FilesData {
  /** The files read, longest first. */
  readonly files: readonly FileSummary[];
  /** Whether the run cut documents into fragments. */
  readonly hasFragments: boolean;
  readonly failedFiles: readonly Pick<Loss, "input" | "code" | "detail">[];
}

/** Null for a document that does not have a file of its own. */
export function fileCard({
  format,
  places,
  leftOut = [],
}: Pick<DocumentRow, "format" | "places" | "leftOut">): FileCard | null {
  if (format === null) return null;
  const kind = places.find(place => place.kind !== "row")?.kind;
  if (kind === undefined || kind === "row") return { format, leftOut, pages: null };
  const pages = places.filter(place => place.kind === kind);
  const recognized = pages.filter(({ ocr }) => ocr).length;
  return { format, leftOut, pages: { kind, count: pages.length, recognized } };
}

/** The folder that all paths share, with its separator; empty if there is none. */
export function sharedFolder(paths: readonly string[]): string {
  const [first, ...otherPaths] = paths.map(path => dirname(path).split(sep));
  if (!first) return "";
  const firstDifference = first.findIndex((part, index) =>
    otherPaths.some(otherPath => otherPath[index] !== part),
  );
  const sharedPath = (firstDifference < 0 ? first : first.slice(0, firstDifference)).join(sep);
  return paths.every(path => path.startsWith(`${sharedPath}${sep}`)) ? `${sharedPath}${sep}` : "";
}

function* documentIdsOfFragments(run: OpenRun): Generator<string> {
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

/** A file that yielded no text; its path is removed from the start of the detail, since the table already shows it. */
const failedFile = ({ input, code, detail }: Loss, folder: string) => ({
  input: displayPath(input.slice(folder.length)),
  code,
  detail: detail.startsWith(`${input}: `)
    ? detail.slice(input.length + 2)
    : withoutFolders(detail, input),
});

const byLength = (a: FileSummary, b: FileSummary) =>
  b.length - a.length || (a.name < b.name ? -1 : 1);

/** Null for a run that read no files as documents. */
export function readFileOutcomes(
  run: OpenRun,
  { cards, rows, losses }: FileInputs,
): FilesData | null {
  const fileDocuments = cards.flatMap(({ id, length, provenance: { source }, file }) =>
    file ? [{ id, length, source, ...file }] : [],
  );
  // If a stage writes the documents, the losses under their name are those of the stage. A bad record is a line of a JSONL file, not a file.
  const failed = run.inputs.includes(documents.name)
    ? losses.filter(
        ({ stage, outcome, code }) =>
          stage === documents.name && outcome === "failed" && code !== "bad-record",
      )
    : [];
  if (fileDocuments.length + failed.length === 0) return null;
  const [fragmentCounts, itemCounts] = [
    countOf(documentIdsOfFragments(run)),
    countOf(rows.flatMap(({ documentIds }) => documentIds)),
  ];
  const folder = sharedFolder([
    ...fileDocuments.map(({ source }) => source),
    ...failed.map(({ input }) => input),
  ]);
  const fileRows = fileDocuments.map(
    ({ id, source, ...file }): FileSummary => ({
      ...file,
      name: displayPath(source.slice(folder.length)),
      fragments: fragmentCounts.get(id) ?? 0,
      items: itemCounts.get(id) ?? 0,
    }),
  );
  return {
    files: fileRows.sort(byLength),
    hasFragments: fragmentCounts.size > 0,
    failedFiles: failed.map(loss => failedFile(loss, folder)),
  };
}
