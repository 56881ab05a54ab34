// Completes a system's passages from the documents: the place of a chunk or text, and the text at a place.

import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { type Content, placeOf } from "./passage-evidence.ts";
import { flatten } from "./flat-text.ts";
import type { KnownDocuments } from "./known-documents.ts";

/** A piece of a document as a system split it, with its place if known. A baseline's ChunkRow is one. */
export interface Chunk extends Content {
  readonly id: string;
  readonly text: string;
}

/** Whether the text at a place is the given text, or one of them contains the other, which is at least half as long: a chunk may be preceded by a title. */
export function isSameText(textAtPlace: string, text: string): boolean {
  if (textAtPlace === text) return text.trim() !== "";
  const [shorter = "", longer = ""] = [flatten(textAtPlace), flatten(text)].toSorted(
    (a, b) => a.length - b.length,
  );
  return shorter.length * 2 >= longer.length && longer.includes(shorter) && shorter !== "";
}

/** The place that a passage gives, if it exists in the documents. */
function givenPlace(
  passage: Content,
  documents: KnownDocuments,
): (Span & { readonly text: string }) | undefined {
  const place = placeOf(passage);
  const document = place && documents.findOnlyByIdentifier(place.documentId);
  if (!place || !document || place.end > document.text.length) return undefined;
  const { start, end } = place;
  return { documentId: document.id, start, end, text: document.text.slice(start, end) };
}

/** The only place of a text; undefined if it occurs nowhere, or in several places. */
export function onlyPlace(
  documents: KnownDocuments,
  text: string,
  documentId: string | null,
): Span | undefined {
  const knownId = documentId === null ? undefined : documents.findOnlyByIdentifier(documentId)?.id;
  const [place, another] = documents.findText(
    text,
    knownId === undefined ? {} : { documentId: knownId },
  );
  return another ? undefined : place;
}

/** The chunk with the passage's id; if a passage is only a text, that text may be the id. */
const chunkOf = ({ id, text, documentId }: Passage, chunks: ReadonlyMap<string, Chunk>) =>
  id !== null ? chunks.get(id) : documentId === null ? chunks.get(text ?? "") : undefined;

function locate(
  passage: Passage,
  documents: KnownDocuments,
  chunks: ReadonlyMap<string, Chunk>,
): Passage {
  const placeInDocument = givenPlace(passage, documents);
  if (placeInDocument && (passage.text === null || isSameText(placeInDocument.text, passage.text)))
    return { ...passage, ...placeInDocument, text: passage.text ?? placeInDocument.text };
  const chunk = chunkOf(passage, chunks);
  const isIdAlone = chunk !== undefined && chunk.id === passage.text;
  if (chunk && (passage.text === null || isIdAlone || isSameText(chunk.text, passage.text))) {
    const { documentId, start, end, text } = chunk;
    return {
      ...passage,
      id: chunk.id,
      documentId: documentId ?? passage.documentId,
      start,
      end,
      text: isIdAlone ? text : (passage.text ?? text),
    };
  }
  const onlyPlaceOfText =
    passage.text === null ? undefined : onlyPlace(documents, passage.text, passage.documentId);
  if (onlyPlaceOfText) return { ...passage, ...onlyPlaceOfText };
  if (placeInDocument) return { ...passage, documentId: placeInDocument.documentId };
  // A place in an unknown document, or beyond the document's end, is dropped.
  const { documentId } = passage;
  const knownId = documentId === null ? undefined : documents.findOnlyByIdentifier(documentId)?.id;
  return { ...passage, documentId: knownId ?? documentId, start: null, end: null };
}

/**
 * Completes each passage from the documents. One with a known chunk id gets the chunk's place and text; one whose text occurs only once gets its place, and
 * one with a place the text there; another name of a document becomes its id. If text and place disagree, the text decides if it occurs only once. A passage that
 * cannot be located keeps its text; a place outside of all documents is dropped.
 */
export const locatePassages = (
  passages: readonly Passage[],
  documents: KnownDocuments,
  chunks: ReadonlyMap<string, Chunk> = new Map(),
): Passage[] => passages.map(passage => locate(passage, documents, chunks));
