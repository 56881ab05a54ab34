// A prediction as given in a file of any format, and the conversion of its passages to those of rows and back.

import type { z } from "zod";
import type {
  Passage,
  PredictionRow,
  SimplePassage,
} from "../../../schemas/evaluation/predictions.ts";
import { pageIn } from "../evidence/document-sources.ts";
import type { KnownDocument, KnownDocuments } from "../evidence/known-documents.ts";
import { type LocatedRecord, parseRecord, type RecordFile } from "../record-files.ts";

/** A prediction as given: offsets are code points, and a list that the system does not report is null. */
export interface RawPrediction extends Pick<PredictionRow, "answer" | "measured" | "toolScores"> {
  /** Possible ids of the item, the most reliable first; the last is shown to people. */
  readonly ids: readonly string[];
  /** For formats without mandatory ids: identifies the item if the ids do not. */
  readonly question?: string;
  readonly retrieved: readonly SimplePassage[] | null;
  readonly reranked: readonly SimplePassage[] | null;
  readonly contexts: readonly SimplePassage[] | null;
}

/** A prediction, and its place in the file, for messages. */
export interface LocatedPrediction {
  readonly location: string;
  readonly rawPrediction: RawPrediction;
}

/** Reads the predictions of a file's records. Throws PipelineError("bad-input"), with the place, for an invalid record. */
export type PredictionReader = (
  records: Iterable<LocatedRecord>,
  file: Pick<RecordFile, "path">,
) => Iterable<LocatedPrediction>;

/** A reader of records that match the schema, one prediction each. */
export const predictionReader = <R extends z.ZodType>(
  schema: R,
  hint: string,
  toRawPrediction: (
    record: z.output<R>,
    source: { location: string; path: string },
  ) => RawPrediction,
): PredictionReader =>
  function* (records, { path }) {
    for (const record of records) {
      const { location } = record;
      yield {
        location,
        rawPrediction: toRawPrediction(parseRecord(schema, record, { path, hint }), {
          location,
          path,
        }),
      };
    }
  };

/** The list of a format that has only one: it counts both as what was retrieved and as what the answer was written from. */
export const singleList = (passages: readonly string[] | null) =>
  ({ retrieved: passages, reranked: null, contexts: passages }) as const;

/** What is wrong with a passage's place, for a message. */
interface PlaceProblem {
  readonly problem: string;
}

/** The passage's offsets in UTF-16 units; null if it has none, or if the document's text, without which code points cannot be converted, is not known. */
function offsetsOf(
  { start, end }: RawPassageFields,
  document: KnownDocument | undefined,
  documents: KnownDocuments | undefined,
): { start: number; end: number } | PlaceProblem | null {
  if (typeof start !== "number" && typeof end !== "number") return null;
  if (typeof start !== "number" || typeof end !== "number")
    return { problem: "give both start and end, or neither" };
  if (start > end) return { problem: `start ${start} is after end ${end}` };
  if (!document || !documents) return null;
  const [from, to] = [documents.utf16Offset(document, start), documents.utf16Offset(document, end)];
  if (from !== undefined && to !== undefined) return { start: from, end: to };
  return {
    problem: `${start} to ${end} extends beyond document ${document.id}, which has ${documents.codePointOffset(document, document.text.length)} characters (code points)`,
  };
}

type RawPassageFields = Exclude<SimplePassage, string>;

/** A string is read as a document's id or file if there is such a document, otherwise as a text, even if it equals a document's name. */
function fieldsOf(given: SimplePassage, documents: KnownDocuments | undefined): RawPassageFields {
  if (typeof given !== "string") return given;
  const isShort = given.length <= maxNameLength && !given.includes("\n");
  const documentOfName = isShort ? documents?.findOnlyByIdentifier(given) : undefined;
  if (documentOfName && documentOfName.name !== given) return { documentId: given };
  return isShort && fileNamePattern.test(given) && documents?.findBySource(given)
    ? { source: given }
    : { text: given };
}

const maxNameLength = 300;
const fileNamePattern = /\.\w{1,8}(?:[?#]\S*)?$/;

const namesOf = ({ documentId, source }: RawPassageFields): string[] =>
  [documentId, source].flatMap(name => (name === null || name === undefined ? [] : [String(name)]));

/** The range of a page, slide or sheet; the whole document for page 1 of a document without pages. */
function pageRangeOf(
  page: string | undefined,
  document: KnownDocument | undefined,
): { start: number; end: number } | null {
  const number = Number(/\d+/.exec(page ?? "")?.[0] ?? Number.NaN);
  if (!document || Number.isNaN(number)) return null;
  const places = (document.places ?? []).filter(({ kind }) => kind !== "row");
  const index = places.findIndex(location => location.number === number);
  const wholeDocument = { start: 0, end: document.text.length };
  if (index < 0) return places.length === 0 && number === 1 ? wholeDocument : null;
  return { start: places[index]?.start ?? 0, end: places[index + 1]?.start ?? wholeDocument.end };
}

/**
 * A passage with its document's id in the corpus and UTF-16 offsets, or the problem with it. Its document is found by id, name, file, path
 * or address. A passage of an unknown document keeps the document's name, with the page, and loses its offsets. A passage without text
 * gets that of its document between its offsets, or on its page.
 */
function toPassage(given: SimplePassage, documents?: KnownDocuments): Passage | PlaceProblem {
  const fields = fieldsOf(given, documents);
  const names = namesOf(fields);
  const document = names
    .map(name => documents?.findOnlyByIdentifier(name) ?? documents?.findBySource(name))
    .find(found => found !== undefined);
  const offsets = offsetsOf(fields, document, documents);
  if (offsets && "problem" in offsets) return offsets;
  const page = fields.page ?? names.map(pageIn).find(found => found !== undefined);
  const text = fields.text ?? null;
  const place = offsets ?? (text === null ? pageRangeOf(page?.toString(), document) : null);
  const fallbackNames = names.map(name =>
    page === undefined || page === null || pageIn(name) ? name : `${name}#page=${page}`,
  );
  return {
    id: fields.id === null || fields.id === undefined ? null : String(fields.id),
    documentId: document?.id ?? fallbackNames[0] ?? null,
    start: place?.start ?? null,
    end: place?.end ?? null,
    text: text ?? (place && document ? document.text.slice(place.start, place.end) : null),
    score: fields.score ?? null,
  };
}

/** A list of passages, or the problem with the first invalid one, with its index from 0. */
export function toPassages(
  given: readonly SimplePassage[] | null | undefined,
  documents?: KnownDocuments,
): Passage[] | PlaceProblem | null {
  if (!given) return null;
  const passages: Passage[] = [];
  for (const [index, passage] of given.entries()) {
    const converted = toPassage(passage, documents);
    if ("problem" in converted) return { problem: `${index}: ${converted.problem}` };
    passages.push(converted);
  }
  return passages;
}

/** A passage as stored in files: offsets in code points, and no null fields. Offsets are omitted if the document is unknown. */
export function toSimplePassage(
  { id, documentId, start, end, text, score }: Passage,
  documents?: KnownDocuments,
): SimplePassage {
  // Another document may have this id as its name, and must not be mistaken for this one.
  const document = documentId === null ? undefined : documents?.findOnlyByIdentifier(documentId);
  const isPlaced =
    document?.id === documentId && document && documents && start !== null && end !== null;
  return {
    ...(id !== null && { id }),
    ...(documentId !== null && { documentId }),
    ...(isPlaced && {
      start: documents.codePointOffset(document, start),
      end: documents.codePointOffset(document, end),
    }),
    ...(text !== null && { text }),
    ...(score !== null && { score }),
  };
}
