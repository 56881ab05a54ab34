// Finds the documents of a corpus by the id, number, file or name that outside files use, and the place of a text in them.

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { type DocumentRow, documents, type FilePlace } from "../../../schemas/items/documents.ts";
import { parseJson } from "../../engine/lines.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { groupBy } from "../../engine/grouping.ts";
import { codePointOffsets } from "../../text/spans.ts";
import { utf16Offsets } from "../../text/utf16-offsets.ts";
import { indexSources, stemOf } from "./document-sources.ts";
import { once } from "../../text/remember.ts";
import { indexTexts, type TextIndex } from "./text-index.ts";

export interface KnownDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Numbers and file names that exports and foreign files use for it. */
  readonly otherIds: readonly string[];
  /** Path or address it was read from; absent for generated documents. */
  readonly source?: string;
  /** Beginnings of its pages, slides or sheets, in order. */
  readonly places?: readonly FilePlace[];
}

export interface KnownDocuments {
  readonly all: readonly KnownDocument[];
  /** The document of this id; else all that have it as another id; else all of this name. */
  named(given: string): readonly KnownDocument[];
  /** The only document that is named so; undefined if there are several. */
  one(given: string): KnownDocument | undefined;
  /** The only document with this path, address or file name; also if the file is named by a document's id or name. */
  at(source: string): KnownDocument | undefined;
  /** Finds the places of a text in them (text-index.ts). */
  readonly find: TextIndex["find"];
  /** UTF-16 offset of a code point offset; undefined beyond the text. */
  unitAt(document: KnownDocument, codePoint: number): number | undefined;
  /** Code point offset of a UTF-16 offset within the text. */
  codePointAt(document: KnownDocument, unit: number): number;
}

const nameKey = (name: string) => name.normalize("NFKC").trim().toLowerCase();

/** Makes something once per document, at its first use. */
function onceEach<T>(make: (text: string) => T): (document: KnownDocument) => T {
  const madeBefore = new Map<string, T>();
  return ({ id, text }) => {
    const known = madeBefore.get(id) ?? make(text);
    madeBefore.set(id, known);
    return known;
  };
}

/** Memory: the documents, and their flat text after the first search (text-index.ts). */
export function knownDocuments(all: readonly KnownDocument[]): KnownDocuments {
  const byId = new Map(all.map(document => [document.id, document]));
  const numbered = all.flatMap(document => document.otherIds.map(id => ({ id, document })));
  const byOtherId = groupBy(numbered, ({ id }) => id);
  const byName = groupBy(all, ({ name }) => nameKey(name));
  const [units, codePoints] = [onceEach(utf16Offsets), onceEach(codePointOffsets)];
  const index = once(() => indexTexts(all));
  const sources = once(() => indexSources(all));
  const named = (given: string): readonly KnownDocument[] => {
    const exact = byId.get(given);
    if (exact) return [exact];
    const others = byOtherId.get(given)?.map(({ document }) => document);
    return others ?? byName.get(nameKey(given)) ?? [];
  };
  const onlyOne = (found: readonly KnownDocument[]) => (found.length === 1 ? found[0] : undefined);
  return {
    all,
    named,
    one: given => onlyOne(named(given)),
    at: source => {
      const found = sources()(source);
      return onlyOne(found.length > 0 ? found : named(stemOf(source)));
    },
    find: (text, options) => index().find(text, options),
    unitAt: (document, codePoint) => units(document)(codePoint),
    codePointAt: (document, unit) => codePoints(document)(unit),
  };
}

const ExportIds = z.object({
  documents: z.record(z.string(), z.int()).catch({}),
  queries: z.record(z.string(), z.int()).catch({}),
});

/** The whole numbers under which a run's rows were exported to DragonBall's form (`export-ids.json`); empty if there are none. */
export function readExportIds({ directory }: OpenRun): z.output<typeof ExportIds> {
  const path = join(directory, "export-ids.json");
  const found = existsSync(path)
    ? ExportIds.safeParse(parseJson(readFileSync(path, "utf8"))).data
    : undefined;
  return found ?? { documents: {}, queries: {} };
}

// The exported number is the one that people have; before an export it is the number in the file that a document came from.
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

/** The documents of a run. Memory: their texts. */
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
