// The documents of a corpus as files from outside name them: by id, number, file or name; and where a text stands in them.

import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { type DocumentRow, documents, type Span } from "../../schemas/items/documents.ts";
import { parseJson } from "../engine/lines.ts";
import { readRows } from "../engine/reading.ts";
import { codePointOffsets } from "../text/spans.ts";

export interface KnownDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** Numbers and file names by which exports and foreign files call it. */
  readonly otherIds: readonly string[];
}

export interface KnownDocuments {
  readonly all: readonly KnownDocument[];
  /** The document of this id; else all that go by it as another id; else all of this name. */
  named(given: string): readonly KnownDocument[];
  /** Where the text first stands in these documents, as it is, else but for white space; null where it does not. */
  locate(text: string, among: readonly KnownDocument[]): Span | null;
  /** UTF-16 offset of a code point offset; undefined beyond the text. */
  unitAt(document: KnownDocument, codePoint: number): number | undefined;
  /** Code point offset of a UTF-16 offset within the text. */
  codePointAt(document: KnownDocument, unit: number): number;
}

function grouped<T>(entries: Iterable<readonly [string, T]>): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of entries) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

const nameKey = (name: string) => name.normalize("NFKC").trim().toLowerCase();

/** A text without its white space, and where each of the characters left stood. */
interface Squeezed {
  readonly text: string;
  readonly places: Int32Array;
}

function squeeze(text: string): Squeezed {
  const places: number[] = [];
  for (const { 0: run, index } of text.matchAll(/\S+/g)) for (let at = 0; at < run.length; at++) places.push(index + at);
  return { text: text.replace(/\s+/g, ""), places: Int32Array.from(places) };
}

/** Code point offset → UTF-16 offset, of a text read once. */
function unitOffsets(text: string): (codePoint: number) => number | undefined {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return offset => (offset <= text.length ? offset : undefined);
  const starts: number[] = [];
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) starts.push(at);
  const offsets = Int32Array.from([...starts, text.length]);
  return offset => offsets[offset];
}

/** What is made once a document, at its first use. */
function onceEach<T>(make: (text: string) => T): (document: KnownDocument) => T {
  const madeBefore = new Map<string, T>();
  return ({ id, text }) => {
    const known = madeBefore.get(id) ?? make(text);
    madeBefore.set(id, known);
    return known;
  };
}

/** Memory: the documents, and of those that texts are looked for in a second copy with a number a character. */
export function knownDocuments(all: readonly KnownDocument[]): KnownDocuments {
  const byId = new Map(all.map(document => [document.id, document]));
  const byOtherId = grouped(all.flatMap(document => document.otherIds.map(id => [id, document] as const)));
  const byName = grouped(all.map(document => [nameKey(document.name), document] as const));
  const [squeezed, units, codePoints] = [onceEach(squeeze), onceEach(unitOffsets), onceEach(codePointOffsets)];
  const locateSqueezed = (text: string, among: readonly KnownDocument[]): Span | null => {
    const sought = text.replace(/\s+/g, "");
    for (const document of sought === "" ? [] : among) {
      const { text: within, places } = squeezed(document);
      const at = within.indexOf(sought);
      const [start, last] = [places[at], places[at + sought.length - 1]];
      if (start !== undefined && last !== undefined) return { documentId: document.id, start, end: last + 1 };
    }
    return null;
  };
  return {
    all,
    named: given => {
      const exact = byId.get(given);
      return exact ? [exact] : (byOtherId.get(given) ?? byName.get(nameKey(given)) ?? []);
    },
    locate: (text, among) => {
      const wanted = text.trim();
      const exact = wanted === "" ? undefined : among.find(document => document.text.includes(wanted));
      if (!exact) return locateSqueezed(wanted, among);
      const start = exact.text.indexOf(wanted);
      return { documentId: exact.id, start, end: start + wanted.length };
    },
    unitAt: (document, codePoint) => units(document)(codePoint),
    codePointAt: (document, unit) => codePoints(document)(unit),
  };
}

const ExportIds = z.object({ documents: z.record(z.string(), z.int()).catch({}), queries: z.record(z.string(), z.int()).catch({}) });

/** The whole numbers under which a run's rows were exported to DragonBall's form (`export-ids.json`); empty where none were. */
export function readExportIds(directory: string): z.output<typeof ExportIds> {
  const path = join(directory, "export-ids.json");
  const found = existsSync(path) ? ExportIds.safeParse(parseJson(readFileSync(path, "utf8"))).data : undefined;
  return found ?? { documents: {}, queries: {} };
}

// An exported number is what people hold in hands; before an export it is that of the file a document came from.
function otherIdsOf({ id, foreign, format, provenance }: DocumentRow, numbers: Readonly<Record<string, number>>): string[] {
  const number = numbers[id] ?? foreign?.["doc_id"];
  return [...(typeof number === "number" ? [String(number)] : []), ...(format === null ? [] : [basename(provenance.source)])];
}

/** The documents of a run. Memory: their texts. */
export function readKnownDocuments(directory: string): KnownDocuments {
  const numbers = readExportIds(directory).documents;
  const rows = [...readRows(directory, documents)];
  return knownDocuments(rows.map(row => ({ id: row.id, name: row.name, text: row.text, otherIds: otherIdsOf(row, numbers) })));
}
