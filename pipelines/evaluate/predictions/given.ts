// A prediction as a file gives it, whatever its form, and its passages as rows have them.

import type { Measured } from "../../../schemas/evaluation/performance.ts";
import type {
  Passage,
  SimplePassage,
  ToolScores,
} from "../../../schemas/evaluation/predictions.ts";
import { pageIn } from "../evidence/document-sources.ts";
import type { KnownDocument, KnownDocuments } from "../evidence/known-documents.ts";

/** Offsets are code points. Null for a list that the system does not tell. */
export interface GivenPrediction {
  /** By which the item may be known, the surest first; the last is the one to show people. */
  readonly ids: readonly string[];
  /** Of a form that need not have ids: by it the item is known where they say nothing. */
  readonly question?: string;
  readonly answer: string | null;
  readonly retrieved: readonly SimplePassage[] | null;
  readonly reranked: readonly SimplePassage[] | null;
  readonly contexts: readonly SimplePassage[] | null;
  readonly measured?: Measured | undefined;
  readonly toolScores?: ToolScores;
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

interface GivenOffsets {
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
}

/** In UTF-16 units, where the document's text is known; else null, since code points cannot be told from them. */
function placeOf(
  { start, end }: GivenOffsets,
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

type GivenFields = Exclude<SimplePassage, string>;

/** What stands alone in the place of a passage is a document's id or file, where it is one; else it is a text. A document's name may well be one. */
function fieldsOf(given: SimplePassage, documents: KnownDocuments | undefined): GivenFields {
  if (typeof given !== "string") return given;
  const isShort = given.length <= LONGEST_NAME && !given.includes("\n");
  const named = isShort ? documents?.one(given) : undefined;
  if (named && named.name !== given) return { documentId: given };
  return isShort && FILE.test(given) && documents?.at(given) ? { source: given } : { text: given };
}

const LONGEST_NAME = 300;
const FILE = /\.\w{1,8}(?:[?#]\S*)?$/;

const namesOf = ({ documentId, source }: GivenFields): string[] =>
  [documentId, source].flatMap(name => (name === null || name === undefined ? [] : [String(name)]));

/** What a page, slide or sheet holds, or all of a document that has none and whose first is named. */
function pageOf(
  page: string | undefined,
  document: KnownDocument | undefined,
): { start: number; end: number } | null {
  const number = Number(/\d+/.exec(page ?? "")?.[0] ?? Number.NaN);
  if (!document || Number.isNaN(number)) return null;
  const places = (document.places ?? []).filter(({ kind }) => kind !== "row");
  const at = places.findIndex(place => place.number === number);
  const whole = { start: 0, end: document.text.length };
  if (at < 0) return places.length === 0 && number === 1 ? whole : null;
  return { start: places[at]?.start ?? 0, end: places[at + 1]?.start ?? whole.end };
}

/**
 * A passage with its document's id in the corpus and UTF-16 offsets, or what is wrong with it. Its document goes by id, name, file, path
 * or address. One of which nothing is known keeps its name, with the page, and loses the offsets. A passage without text is
 * given its document's: between its offsets, or on its page.
 */
function toPassage(given: SimplePassage, documents?: KnownDocuments): Passage | Misplaced {
  const fields = fieldsOf(given, documents);
  const names = namesOf(fields);
  const document = names
    .map(name => documents?.one(name) ?? documents?.at(name))
    .find(found => found !== undefined);
  const told = placeOf(fields, document, documents);
  if (told && "problem" in told) return told;
  const page = fields.page ?? names.map(pageIn).find(found => found !== undefined);
  const text = fields.text ?? null;
  const place = told ?? (text === null ? pageOf(page?.toString(), document) : null);
  const unknown = names.map(name =>
    page === undefined || page === null || pageIn(name) ? name : `${name}#page=${page}`,
  );
  return {
    id: fields.id === null || fields.id === undefined ? null : String(fields.id),
    documentId: document?.id ?? unknown[0] ?? null,
    start: place?.start ?? null,
    end: place?.end ?? null,
    text: text ?? (place && document ? document.text.slice(place.start, place.end) : null),
    score: fields.score ?? null,
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
