// Why a span of evidence was not read: its rank, the border of a chunk that cuts it, what was retrieved instead.

import type { Cause, DiagnosedSpan } from "../../../schemas/evaluation/diagnosis.ts";
import type { Step } from "../../../schemas/evaluation/metrics.ts";
import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { TruthReference, TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { languageOf } from "../../text/language.ts";
import { cutPiece } from "../evidence/cut-piece.ts";
import { evidenceIn, overlaps, placeOf } from "../evidence/evidence.ts";

/** Characters that are shown on either side of a border. */
const BESIDE = 60;

type Lists = Pick<PredictionRow, "retrieved" | "reranked" | "contexts">;

/** All passages known to have been found, best first. */
export const retrievedPassages = ({ retrieved, reranked, contexts }: Lists): readonly Passage[] =>
  retrieved ?? reranked ?? contexts ?? [];

/** The texts on either side of the point where a passage ends or begins within a reference; null if it does not. */
function borderIn(
  { text, span }: TruthReference,
  place: Span | undefined,
): DiagnosedSpan["border"] {
  if (!place || !span || span.end - span.start !== text.length || !overlaps(place, span))
    return null;
  const at = place.end < span.end ? place.end : place.start > span.start ? place.start : undefined;
  if (at === undefined) return null;
  const [before, after] = [text.slice(0, at - span.start), text.slice(at - span.start)];
  return { before: before.trimEnd().slice(-BESIDE), after: after.trimStart().slice(0, BESIDE) };
}

/** The first passage that holds the whole reference, else the first that holds any of it. */
function firstHolding(reference: TruthReference, passages: readonly Passage[]): number {
  const whole = passages.findIndex(passage => evidenceIn([passage]).holds(reference));
  return whole >= 0
    ? whole
    : passages.findIndex(passage => evidenceIn([passage]).touches(reference));
}

/** A border counts if the reference was retrieved in part, and no chunk is known to hold it whole. */
function causeOf(lostIn: Step, isCut: boolean): Cause {
  if (lostIn === "parsing") return "not-parsed";
  if (lostIn === "reranking") return "left-out";
  return lostIn === "chunking" || isCut ? "cut" : "not-retrieved";
}

/** Diagnoses one reference; `lostIn` is its step according to the evaluation (losses.ts), `chunked` whether the system's chunks are known. */
function readSpan(
  reference: TruthReference,
  lostIn: Step | null,
  found: readonly Passage[],
  chunked: boolean,
): DiagnosedSpan {
  const { text, span } = reference;
  const at = firstHolding(reference, found);
  const border = lostIn === null ? null : borderIn(reference, found[at] && placeOf(found[at]));
  // If no passage has a place in the documents, only its text can show a border.
  const isCut = border !== null || (at < 0 && cutPiece([text], found) !== undefined);
  return {
    text,
    documentId: span?.documentId ?? null,
    cause: lostIn === null ? null : causeOf(lostIn, isCut && !chunked),
    rank: at < 0 ? null : at + 1,
    border: lostIn === "reranking" ? null : border,
  };
}

/** Whether more passages were needed: every retrieved one holds some evidence, or the evidence is in more documents than there are passages. */
function isTooFew(references: readonly TruthReference[], found: readonly Passage[]): boolean {
  const documents = new Set(references.flatMap(({ span }) => span?.documentId ?? []));
  return (
    found.length > 0 &&
    (found.length < documents.size ||
      found.every(passage => references.some(evidenceIn([passage]).touches)))
  );
}

/** Whether there is some text, and all of it is in another language than the evidence. */
function isOtherLanguage({ language }: TruthRow, found: readonly Passage[]): boolean {
  const texts = found.flatMap(({ text }) => text ?? []).filter(text => text.trim() !== "");
  return texts.length > 0 && texts.every(text => languageOf(text) !== language);
}

/** Each reference of an item, in order; if retrieval missed it, with the reason as far as known. */
export function readSpans(
  truth: TruthRow,
  lists: Lists,
  lostIn: readonly (Step | null)[],
  chunked: boolean,
): DiagnosedSpan[] {
  const references = truth.references ?? [];
  const found = retrievedPassages(lists);
  const spans = references.map((reference, at) =>
    readSpan(reference, lostIn[at] ?? null, found, chunked),
  );
  const missed: Cause = isOtherLanguage(truth, found)
    ? "other-language"
    : isTooFew(references, found)
      ? "too-few"
      : "not-retrieved";
  return spans.map(span => (span.cause === "not-retrieved" ? { ...span, cause: missed } : span));
}
