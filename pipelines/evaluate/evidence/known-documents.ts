// Finds the documents of a corpus by the id, number, file or name that foreign files use, and the places of a text in them.

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { type DocumentRow, documents, type FilePlace } from "../../../schemas/items/documents.ts";
import { parseJson } from "../../engine/lines.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { groupBy } from "../../engine/grouping.ts";
import { codePointOffsets } from "../../text/code-point-offsets.ts";
import { utf16Offsets } from "../../text/utf16-offsets.ts";
import { indexSources, stemOf } from "./document-sources.ts";
import { once } from "../../text/memoize.ts";
import { indexTexts, type TextIndex } from "./text-index.ts";

export interface KnownDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Numbers and file names by which exports and foreign files refer to the document. */
  readonly otherIds: readonly string[];
  /** The path or address that the document was read from; absent for generated documents. */
  readonly source?: string;
  /** The starts of its pages, slides or sheets, in order. */
  readonly places?: readonly FilePlace[];
}

export interface KnownDocuments {
  readonly documents: readonly KnownDocument[];
  /** The document with this id; otherwise all that have it as another id; otherwise all with this name. */
  findByIdentifier(identifier: string): readonly KnownDocument[];
  /** The only document that `findByIdentifier` finds; undefined if there are none or several. */
  findOnlyByIdentifier(identifier: string): KnownDocument | undefined;
  /** The only document with this path, address or file name; the file may also be named after a document's id or name. */
  findBySource(source: string): KnownDocument | undefined;
  /** Finds the places of a text in the documents (text-index.ts). */
  readonly findText: TextIndex["find"];
  /** UTF-16 offset of a code point offset; undefined beyond the text. */
  utf16Offset(document: KnownDocument, codePoint: number): number | undefined;
  /** Code point offset of a UTF-16 offset within the text. */
  codePointOffset(document: KnownDocument, unit: number): number;
}

const nameKey = (name: string) => name.normalize("NFKC").trim().toLowerCase();

/** Computes a value from a document's text when it is first used, and keeps it. */
function oncePerDocument<T>(compute: (text: string) => T): (document: KnownDocument) => T {
  const values = new Map<string, T>();
  return ({ id, text }) => {
    const value = values.get(id) ?? compute(text);
    values.set(id, value);
    return value;
  };
}

/** Keeps the documents in memory, and after the first search also their flat text (text-index.ts). */
export function knownDocuments(corpus: readonly KnownDocument[]): KnownDocuments {
  const byId = new Map(corpus.map(document => [document.id, document]));
  const otherIds = corpus.flatMap(document => document.otherIds.map(id => ({ id, document })));
  const byOtherId = groupBy(otherIds, ({ id }) => id);
  const byName = groupBy(corpus, ({ name }) => nameKey(name));
  const utf16OffsetsOf = oncePerDocument(utf16Offsets);
  const codePointOffsetsOf = oncePerDocument(codePointOffsets);
  const index = once(() => indexTexts(corpus));
  const sources = once(() => indexSources(corpus));
  const findByIdentifier = (identifier: string): readonly KnownDocument[] => {
    const document = byId.get(identifier);
    if (document) return [document];
    const documentsWithOtherId = byOtherId.get(identifier)?.map(({ document }) => document);
    return documentsWithOtherId ?? byName.get(nameKey(identifier)) ?? [];
  };
  const onlyDocument = (matches: readonly KnownDocument[]) =>
    matches.length === 1 ? matches[0] : undefined;
  return {
    documents: corpus,
    findByIdentifier,
    findOnlyByIdentifier: identifier => onlyDocument(findByIdentifier(identifier)),
    findBySource: source => {
      const matches = sources()(source);
      return onlyDocument(matches.length > 0 ? matches : findByIdentifier(stemOf(source)));
    },
    findText: (text, options) => index().find(text, options),
    utf16Offset: (document, codePoint) => utf16OffsetsOf(document)(codePoint),
    codePointOffset: (document, unit) => codePointOffsetsOf(document)(unit),
  };
}

const ExportIds = z.object({
  documents: z.record(z.string(), z.int()).catch({}),
  queries: z.record(z.string(), z.int()).catch({}),
});

/** The numbers under which a run's rows were exported in DragonBall's format (`export-ids.json`); empty if they were not exported. */
export function readExportIds({ directory }: OpenRun): z.output<typeof ExportIds> {
  const path = join(directory, "export-ids.json");
  const ids = existsSync(path)
    ? ExportIds.safeParse(parseJson(readFileSync(path, "utf8"))).data
    : undefined;
  return ids ?? { documents: {}, queries: {} };
}

// The number that people know is the exported one; without an export, the one in the file that the document came from.
function otherIdsOf(
  { id, foreign, format, provenance }: DocumentRow,
  numbers: Readonly<Record<string, number>>,
): string[] {
  const number = numbers[id] ?? foreign?.["doc_id"];
  return [
    ...(typeof number === "number" ? [String(number)] : []),
    ...(format === null ? [] : [basename(provenance.source)]),
  ];
}

/** Reads the documents of a run. Keeps their texts in memory. */
export function readKnownDocuments(run: OpenRun): KnownDocuments {
  const numbers = readExportIds(run).documents;
  const rows = [...run.rows(documents)];
  return knownDocuments(
    rows.map(row => ({
      id: row.id,
      name: row.name,
      text: row.text,
      otherIds: otherIdsOf(row, numbers),
      ...(row.kind === "own" ? { source: row.provenance.source } : {}),
      places: row.places,
    })),
  );
}
