// A prediction as a file gives it, whatever its form, and its passages as rows have them.

import type { Passage, SimplePassage } from "../../../schemas/evaluation/predictions.ts";
import type { KnownDocument, KnownDocuments } from "../evidence/known-documents.ts";

/** Offsets are code points. Null for a list that the system does not tell. */
export interface GivenPrediction {
  /** By which the item may be known, the surest first; the last is the one to show people. */
  readonly ids: readonly string[];
  readonly answer: string | null;
  readonly retrieved: readonly SimplePassage[] | null;
  readonly reranked: readonly SimplePassage[] | null;
  readonly contexts: readonly SimplePassage[] | null;
}

/** A prediction, and where it stands for messages. */
export interface PlacedPrediction {
  readonly place: string;
  readonly given: GivenPrediction;
}

/** What is wrong with a passage's place, in words. */
export interface Misplaced {
  readonly problem: string;
}

interface Given {
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
}

const nothing = { id: null, documentId: null, start: null, end: null, text: null, score: null };

/** In UTF-16 units, where the document's text is known; else null, since code points cannot be told from them. */
function placeOf(
  { start, end }: Given,
  document: KnownDocument | undefined,
  documents: KnownDocuments | undefined,
): { start: number; end: number } | Misplaced | null {
  if (typeof start !== "number" && typeof end !== "number") return null;
  if (typeof start !== "number" || typeof end !== "number")
    return { problem: "start and end are wanted both or neither" };
  if (start > end) return { problem: `start ${start} lies behind end ${end}` };
  if (!document || !documents) return null;
  const [from, to] = [documents.unitAt(document, start), documents.unitAt(document, end)];
  if (from !== undefined && to !== undefined) return { start: from, end: to };
  return {
    problem: `${start} to ${end} lies beyond document ${document.id}, which has ${documents.codePointAt(document, document.text.length)} characters (code points)`,
  };
}

/**
 * A passage with its document's id in the corpus and UTF-16 offsets, or what is wrong with it. A document of which
 * nothing is known keeps its name and loses the offsets; a passage without text is given its document's.
 */
function toPassage(given: SimplePassage, documents?: KnownDocuments): Passage | Misplaced {
  if (typeof given === "string") return { ...nothing, text: given };
  const named =
    given.documentId === null || given.documentId === undefined
      ? undefined
      : String(given.documentId);
  const document = named === undefined ? undefined : documents?.one(named);
  const place = placeOf(given, document, documents);
  if (place && "problem" in place) return place;
  return {
    id: given.id === null || given.id === undefined ? null : String(given.id),
    documentId: document?.id ?? named ?? null,
    start: place?.start ?? null,
    end: place?.end ?? null,
    text: given.text ?? (place && document ? document.text.slice(place.start, place.end) : null),
    score: given.score ?? null,
  };
}

/** A list of passages, or what is wrong with the first that is wrong, by its place in the list from 0. */
export function toPassages(
  given: readonly SimplePassage[] | null | undefined,
  documents?: KnownDocuments,
): Passage[] | Misplaced | null {
  if (!given) return null;
  const passages: Passage[] = [];
  for (const [index, passage] of given.entries()) {
    const made = toPassage(passage, documents);
    if ("problem" in made) return { problem: `${index}: ${made.problem}` };
    passages.push(made);
  }
  return passages;
}

/** As files have it: code points, and nothing that is null. An unknown document's offsets are left out. */
export function toSimplePassage(
  { id, documentId, start, end, text, score }: Passage,
  documents?: KnownDocuments,
): SimplePassage {
  // Its id comes first among the names of a document.
  const document = documentId === null ? undefined : documents?.one(documentId);
  const placed =
    document?.id === documentId && document && documents && start !== null && end !== null;
  return {
    ...(id === null ? {} : { id }),
    ...(documentId === null ? {} : { documentId }),
    ...(placed
      ? { start: documents.codePointAt(document, start), end: documents.codePointAt(document, end) }
      : {}),
    ...(text === null ? {} : { text }),
    ...(score === null ? {} : { score }),
  };
}
