// Finds out why a span of evidence was not read: its rank, the chunk boundary that splits it, what was retrieved instead.

import type { Cause, DiagnosedSpan } from "../../../schemas/evaluation/diagnosis.ts";
import type { Step } from "../../../schemas/evaluation/metrics.ts";
import type { Passage, PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { TruthReference, TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { languageOf } from "../../text/language.ts";
import { findCutPassage } from "../evidence/cut-passage.ts";
import { evidenceIn, overlaps, placeOf } from "../evidence/passage-evidence.ts";

/** Maximum number of characters shown on either side of a boundary. */
const maxBoundaryText = 60;

type PassageLists = Pick<PredictionRow, "retrieved" | "reranked" | "contexts">;

/** All passages that are known to have been retrieved, best first. */
export const retrievedPassages = ({
  retrieved,
  reranked,
  contexts,
}: PassageLists): readonly Passage[] => retrieved ?? reranked ?? contexts ?? [];

/** The parts of a reference before and after the point where a passage begins or ends within it; null if the passage does neither. */
function boundaryIn(
  { text, span }: TruthReference,
  place: Span | undefined,
): DiagnosedSpan["border"] {
  if (!place || !span || span.end - span.start !== text.length || !overlaps(place, span))
    return null;
  const boundary =
    place.end < span.end ? place.end : place.start > span.start ? place.start : undefined;
  if (boundary === undefined) return null;
  const [before, after] = [text.slice(0, boundary - span.start), text.slice(boundary - span.start)];
  return {
    before: before.trimEnd().slice(-maxBoundaryText),
    after: after.trimStart().slice(0, maxBoundaryText),
  };
}

/** The index of the first passage that contains the whole reference, otherwise of the first that contains any of it; −1 if none does. */
function indexOfEvidence(reference: TruthReference, passages: readonly Passage[]): number {
  const indexOfWhole = passages.findIndex(passage => evidenceIn([passage]).hasWhole(reference));
  if (indexOfWhole >= 0) return indexOfWhole;
  return passages.findIndex(passage => evidenceIn([passage]).hasPart(reference));
}

/** `isCut`: a boundary splits the reference, and no chunk is known to contain it whole. */
function causeOf(lostStep: Step, isCut: boolean): Cause {
  if (lostStep === "parsing") return "not-parsed";
  if (lostStep === "reranking") return "left-out";
  return lostStep === "chunking" || isCut ? "cut" : "not-retrieved";
}

/** Diagnoses one reference. `lostStep` is the step that lost it according to the evaluation (evidence-losses.ts); `isChunkingKnown` says whether the system's chunks are known. */
function diagnoseSpan(
  reference: TruthReference,
  lostStep: Step | null,
  retrieved: readonly Passage[],
  isChunkingKnown: boolean,
): DiagnosedSpan {
  const { text, span } = reference;
  const index = indexOfEvidence(reference, retrieved);
  const boundary =
    lostStep === null ? null : boundaryIn(reference, retrieved[index] && placeOf(retrieved[index]));
  // If no passage has a place in the documents, only the texts can show a boundary.
  const isCut = boundary !== null || (index < 0 && findCutPassage([text], retrieved) !== undefined);
  return {
    text,
    documentId: span?.documentId ?? null,
    cause: lostStep === null ? null : causeOf(lostStep, isCut && !isChunkingKnown),
    rank: index < 0 ? null : index + 1,
    border: lostStep === "reranking" ? null : boundary,
  };
}

/** Whether more passages were needed: every retrieved one contains some evidence, or the evidence is in more documents than there are passages. */
function areTooFew(references: readonly TruthReference[], retrieved: readonly Passage[]): boolean {
  const documents = new Set(references.flatMap(({ span }) => span?.documentId ?? []));
  return (
    retrieved.length > 0 &&
    (retrieved.length < documents.size ||
      retrieved.every(passage => references.some(evidenceIn([passage]).hasPart)))
  );
}

/** Whether the passages have text, all of it in a different language from the question's. */
function areInOtherLanguage({ language }: TruthRow, retrieved: readonly Passage[]): boolean {
  const texts = retrieved.flatMap(({ text }) => text ?? []).filter(text => text.trim() !== "");
  return texts.length > 0 && texts.every(text => languageOf(text) !== language);
}

/** Diagnoses each reference of an item, in order; if retrieval missed it, as precisely as the passages allow. */
export function diagnoseSpans(
  truth: TruthRow,
  lists: PassageLists,
  lostSteps: readonly (Step | null)[],
  isChunkingKnown: boolean,
): DiagnosedSpan[] {
  const references = truth.references ?? [];
  const retrieved = retrievedPassages(lists);
  const causeOfMiss: Cause = areInOtherLanguage(truth, retrieved)
    ? "other-language"
    : areTooFew(references, retrieved)
      ? "too-few"
      : "not-retrieved";
  return references
    .map((reference, index) =>
      diagnoseSpan(reference, lostSteps[index] ?? null, retrieved, isChunkingKnown),
    )
    .map(span => (span.cause === "not-retrieved" ? { ...span, cause: causeOfMiss } : span));
}
