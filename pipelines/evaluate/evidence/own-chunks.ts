// Reads the chunks into which a user's system cut the documents: JSONL, by place or text, best both.

import { OwnChunk } from "../../../schemas/evaluation/predictions.ts";
import type { PipelineError } from "../../engine/errors.ts";
import type { KnownDocument, KnownDocuments } from "./known-documents.ts";
import { agrees, type Chunk, onlyPlace } from "./passages.ts";
import { openRecords, recordAs, refuseRecord } from "../record-files.ts";

const hint =
  'Write one line a chunk, in UTF-8: {"id": "<its own>", "documentId": "<id of the document>", "start": 0, "end": 480, "text": "<what it says>"}. ' +
  "start and end are code points of the document's text, end exclusive; text alone will do where it stands in one place of the documents.";

export interface OwnChunks {
  /** In the order of the file; without place where it could not be found. */
  readonly chunks: Chunk[];
  /** Ids of those without place whose text stands nowhere in the documents. */
  readonly nowhere: string[];
  /** Ids of those without place whose text stands in several places. */
  readonly ambiguous: string[];
  /** Ids of those whose text is not what stands at their place. */
  readonly disagreeing: string[];
}

/** The error for a line that is not a chunk. */
type Refuse = (reason: string) => PipelineError;

/**
 * The chunks of a file, located in the documents. A byte order mark, blank lines and further fields are passed over. PipelineError("bad-input") with the
 * line for what is not a chunk, an unknown document, offsets outside of it, an id that comes twice, and for a file that is missing or empty.
 * A text that stands nowhere, or not where it is said to, is not an error: parsers change texts. Such chunks are named.
 */
export function readOwnChunks(path: string, documents: KnownDocuments): OwnChunks {
  const read: OwnChunks = { chunks: [], nowhere: [], ambiguous: [], disagreeing: [] };
  const places = new Map<string, string>();
  for (const record of openRecords(path, hint).records()) {
    const refuse: Refuse = reason => refuseRecord(path, record.place, reason, hint);
    const own = recordAs(OwnChunk, record, { path, hint });
    const id = String(own.id);
    if (places.has(id))
      throw refuse(
        `the id ${id} comes a second time (first: ${places.get(id)}); each chunk has an id of its own`,
      );
    places.set(id, record.place);
    addChunk(read, { own, id, documents, refuse });
  }
  if (read.chunks.length === 0) throw refuseRecord(path, "", "it holds no chunks", hint);
  return read;
}

interface Line {
  readonly own: OwnChunk;
  readonly id: string;
  readonly documents: KnownDocuments;
  readonly refuse: Refuse;
}

type Place = {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

function addChunk({ chunks, nowhere, ambiguous, disagreeing }: OwnChunks, line: Line): void {
  const { own, id, documents, refuse } = line;
  const document = documentOf(line);
  const told = placeOf(line, document);
  const text = own.text?.trim() ? own.text : told?.text;
  if (text === undefined)
    throw refuse("it has neither a text nor a place; give text, or documentId, start and end");
  if (told && agrees(told.text, text)) {
    chunks.push({ ...told, id, text });
    return;
  }
  const found = onlyPlace(documents, text, document?.id ?? null);
  if (told) disagreeing.push(id);
  else if (!found)
    (documents.find(text, document ? { within: document.id, most: 1 } : { most: 1 }).length > 0
      ? ambiguous
      : nowhere
    ).push(id);
  chunks.push({
    documentId: document?.id ?? null,
    start: null,
    end: null,
    ...told,
    ...found,
    id,
    text,
  });
}

function documentOf({ own, documents, refuse }: Line): KnownDocument | undefined {
  if (own.documentId === null || own.documentId === undefined) return undefined;
  const document = documents.one(String(own.documentId));
  if (!document)
    throw refuse(
      `there is no document ${String(own.documentId)}; a documentId is the id of one in items/documents`,
    );
  return document;
}

function placeOf(
  { own: { start, end }, documents, refuse }: Line,
  document: KnownDocument | undefined,
): Place | undefined {
  const [hasStart, hasEnd] = [start, end].map(offset => offset !== null && offset !== undefined);
  if (!hasStart && !hasEnd) return undefined;
  if (!hasStart || !hasEnd)
    throw refuse(
      `it has ${hasStart ? "a start and no end" : "an end and no start"}; both are expected, or neither`,
    );
  if (!document) throw refuse("it has a start and an end, and no documentId they belong to");
  const [from, to] = [documents.unitAt(document, start ?? 0), documents.unitAt(document, end ?? 0)];
  if (from === undefined || to === undefined)
    throw refuse(
      `start ${start} and end ${end} reach beyond document ${document.id}, which has ${documents.codePointAt(document, document.text.length)} code points`,
    );
  if (from >= to) throw refuse(`start ${start} is not before end ${end}; end is exclusive`);
  return { documentId: document.id, start: from, end: to, text: document.text.slice(from, to) };
}
