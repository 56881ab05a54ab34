// Reads the chunks of a user's own system from JSONL: each with a place or a text, preferably both.

import { OwnChunk } from "../../../schemas/evaluation/predictions.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import type { PipelineError } from "../../engine/errors.ts";
import type { KnownDocument, KnownDocuments } from "./known-documents.ts";
import { isSameText, type Chunk, onlyPlace } from "./locate-passages.ts";
import { openRecords, parseRecord, recordError } from "../record-files.ts";

const hint =
  'Write one line per chunk, in UTF-8: {"id": "<its id>", "documentId": "<id of the document>", "start": 0, "end": 480, "text": "<its text>"}. ' +
  "start and end are code points of the document's text, end exclusive; text alone is enough if it occurs only once in the documents.";

export interface OwnChunks {
  /** In the order of the file; without a place if none was found. */
  readonly chunks: Chunk[];
  /** Ids of chunks without a place whose text is not in the documents. */
  readonly unlocatedIds: string[];
  /** Ids of chunks without a place whose text occurs in several places. */
  readonly ambiguousIds: string[];
  /** Ids of chunks whose text differs from the document's text at their place. */
  readonly conflictingIds: string[];
}

/** The error for a line that is not a chunk. */
type ErrorFactory = (reason: string) => PipelineError;

/**
 * Reads the chunks of a file and locates them in the documents. Ignores a byte order mark, blank lines and
 * extra fields. Throws PipelineError("bad-input"), with the line number, for a line that is not a chunk, an unknown
 * document, offsets beyond a document's end or a duplicate id, and for a file that is missing or empty. A text that
 * is not in the documents, or not at its place, is not an error, since parsers change texts; such chunks are listed.
 */
export function readOwnChunks(path: string, documents: KnownDocuments): OwnChunks {
  const ownChunks: OwnChunks = {
    chunks: [],
    unlocatedIds: [],
    ambiguousIds: [],
    conflictingIds: [],
  };
  const places = new Map<string, string>();
  for (const record of openRecords(path, hint).records()) {
    const errorFor: ErrorFactory = reason => recordError(path, record.location, reason, hint);
    const chunk = parseRecord(OwnChunk, record, { path, hint });
    const id = String(chunk.id);
    if (places.has(id))
      throw errorFor(
        `the id ${id} occurs twice (first at ${places.get(id)}); each chunk needs its own id`,
      );
    places.set(id, record.location);
    addChunk(ownChunks, { givenChunk: chunk, id, documents, errorFor });
  }
  if (ownChunks.chunks.length === 0) throw recordError(path, "", "it contains no chunks", hint);
  return ownChunks;
}

interface ChunkLine {
  readonly givenChunk: OwnChunk;
  readonly id: string;
  readonly documents: KnownDocuments;
  readonly errorFor: ErrorFactory;
}

type Place = Span & { readonly text: string };

function addChunk(
  { chunks, unlocatedIds, ambiguousIds, conflictingIds }: OwnChunks,
  line: ChunkLine,
): void {
  const { givenChunk, id, documents, errorFor } = line;
  const document = documentOf(line);
  const givenPlace = readPlace(line, document);
  const text = givenChunk.text?.trim() ? givenChunk.text : givenPlace?.text;
  if (text === undefined)
    throw errorFor("it has neither a text nor a place; give text, or documentId, start and end");
  if (givenPlace && isSameText(givenPlace.text, text)) {
    chunks.push({ ...givenPlace, id, text });
    return;
  }
  const documentId = document?.id ?? null;
  const foundPlace = onlyPlace(documents, text, documentId);
  if (givenPlace) conflictingIds.push(id);
  else if (!foundPlace) {
    const [place] = documents.findText(text, {
      ...(document && { documentId: document.id }),
      maxPlaces: 1,
    });
    (place ? ambiguousIds : unlocatedIds).push(id);
  }
  const placeOfChunk = { documentId, start: null, end: null, ...givenPlace, ...foundPlace };
  chunks.push({ ...placeOfChunk, id, text });
}

function documentOf({ givenChunk, documents, errorFor }: ChunkLine): KnownDocument | undefined {
  if (givenChunk.documentId === null || givenChunk.documentId === undefined) return undefined;
  const document = documents.findOnlyByIdentifier(String(givenChunk.documentId));
  if (!document)
    throw errorFor(
      `there is no document ${String(givenChunk.documentId)}; documentId must be an id from items/documents`,
    );
  return document;
}

function readPlace(
  { givenChunk: { start, end }, documents, errorFor }: ChunkLine,
  document: KnownDocument | undefined,
): Place | undefined {
  const [hasStart, hasEnd] = [start, end].map(offset => offset !== null && offset !== undefined);
  if (!hasStart && !hasEnd) return undefined;
  if (!hasStart || !hasEnd)
    throw errorFor(
      `it has ${hasStart ? "a start but no end" : "an end but no start"}; give both, or neither`,
    );
  if (!document) throw errorFor("it has a start and an end, but no documentId");
  const [from, to] = [
    documents.utf16Offset(document, start ?? 0),
    documents.utf16Offset(document, end ?? 0),
  ];
  if (from === undefined || to === undefined)
    throw errorFor(
      `start ${start} to end ${end} extends beyond document ${document.id}, which has ${documents.codePointOffset(document, document.text.length)} code points`,
    );
  if (from >= to) throw errorFor(`start ${start} is not before end ${end}; end is exclusive`);
  return { documentId: document.id, start: from, end: to, text: document.text.slice(from, to) };
}
