// Makes the most of what a system tells of its passages: the place of a chunk or a text, the text of a place.

import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { type Content, placeOf } from "./evidence.ts";
import { flatten } from "./flat-text.ts";
import type { KnownDocuments } from "./known-documents.ts";

/** A piece of a document as a system cut it; a place where it is known. A baseline's ChunkRow is one. */
export interface Chunk extends Content {
  readonly id: string;
  readonly text: string;
}

/** Whether what stands at a place is the text, or one is most of the other: a title may stand before a chunk. */
export function agrees(there: string, text: string): boolean {
  if (there === text) return text.trim() !== "";
  const [short = "", long = ""] = [flatten(there), flatten(text)].toSorted(
    (a, b) => a.length - b.length,
  );
  return short.length * 2 >= long.length && long.includes(short) && short !== "";
}

/** The place that a passage tells, if the documents have it. */
function toldPlace(
  passage: Content,
  documents: KnownDocuments,
): (Span & { readonly text: string }) | undefined {
  const place = placeOf(passage);
  const document = place && documents.one(place.documentId);
  if (!place || !document || place.end > document.text.length) return undefined;
  return {
    documentId: document.id,
    start: place.start,
    end: place.end,
    text: document.text.slice(place.start, place.end),
  };
}

/** The one place of a text; undefined where it stands nowhere, or in several. */
export function onlyPlace(
  documents: KnownDocuments,
  text: string,
  documentId: string | null,
): Span | undefined {
  const known = documentId === null ? undefined : documents.one(documentId)?.id;
  const [place, another] = documents.find(text, known === undefined ? {} : { within: known });
  return another ? undefined : place;
}

/** By its id; one that is told by its text alone may have told the id so. */
const chunkOf = ({ id, text, documentId }: Passage, chunks: ReadonlyMap<string, Chunk>) =>
  id !== null ? chunks.get(id) : documentId === null ? chunks.get(text ?? "") : undefined;

function locate(
  passage: Passage,
  documents: KnownDocuments,
  chunks: ReadonlyMap<string, Chunk>,
): Passage {
  const told = toldPlace(passage, documents);
  if (told && (passage.text === null || agrees(told.text, passage.text)))
    return { ...passage, ...told, text: passage.text ?? told.text };
  const chunk = chunkOf(passage, chunks);
  const isIdAlone = chunk !== undefined && chunk.id === passage.text;
  if (chunk && (passage.text === null || isIdAlone || agrees(chunk.text, passage.text))) {
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
  const found =
    passage.text === null ? undefined : onlyPlace(documents, passage.text, passage.documentId);
  if (found) return { ...passage, ...found };
  if (told) return { ...passage, documentId: told.documentId };
  // A place in a document that nobody knows, or beyond its end, is none.
  return {
    ...passage,
    documentId:
      passage.documentId === null
        ? null
        : (documents.one(passage.documentId)?.id ?? passage.documentId),
    start: null,
    end: null,
  };
}

/**
 * Each passage with what the documents add to it. A known chunk id gets place and text; a text that stands in one place alone gets the place, and
 * a place its text; another name of a document becomes its id. Where text and place disagree, the text decides if it stands in one place. What cannot
 * be located keeps its text; a place outside all documents is dropped.
 */
export const locatePassages = (
  passages: readonly Passage[],
  documents: KnownDocuments,
  chunks: ReadonlyMap<string, Chunk> = new Map(),
): Passage[] => passages.map(passage => locate(passage, documents, chunks));
