// Checks whether passages hold the references of an item: by place if places are known, else by text.

import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import type { TruthReference } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { languageOf } from "../../text/language.ts";
import { splitSentences } from "../../text/sentences.ts";
import { flatten } from "./flat-text.ts";
import { once } from "../../text/remember.ts";

/** The fields of a passage or chunk that show its content. */
export type Content = Pick<Passage, "documentId" | "start" | "end" | "text">;

/** Its place, if completely known. */
export const placeOf = ({ documentId, start, end }: Content): Span | undefined =>
  documentId === null || start === null || end === null || end <= start
    ? undefined
    : { documentId, start, end };

/** Whether the content of each passage is known; a document's name alone is not enough. */
export const tellsContent = (passages: readonly Content[]): boolean =>
  passages.every(passage => passage.text !== null || placeOf(passage) !== undefined);

/** Marks that close a sentence: splitters cut there, and some drop the mark; "5 %" keeps its sign. */
const CLOSING = /[.。!！?？;；…]+["'”’」』)）\]】]*$/u;
/** Markdown characters; those of 2**8 and max_size are within a word. */
const MARKUP = /`|(?<![\p{L}\p{N}*_])[*_]+|[*_]+(?![\p{L}\p{N}*_])/gu;

/** A flat text without Markdown: a passage may be the Markdown source of the reference's text. */
const bare = (text: string): string => flatten(text.replace(MARKUP, ""));

/** Places and texts of the passages, each passage read once. */
interface Holding {
  readonly places: readonly Span[];
  /** Flat texts of all passages, and of those without a place. */
  readonly texts: () => readonly string[];
  readonly unplaced: () => readonly string[];
}

function holdingOf(passages: readonly Content[]): Holding {
  const flat = (chosen: readonly Content[]) =>
    once(() => chosen.flatMap(({ text }) => (text === null ? [] : [bare(text)])));
  return {
    places: passages.flatMap(passage => placeOf(passage) ?? []),
    texts: flat(passages),
    unplaced: flat(passages.filter(passage => placeOf(passage) === undefined)),
  };
}

/**
 * Whether places together cover a whole span; white space between them may be missing, since many systems trim their chunks. `text` is
 * the span's own text, which shows where white space is.
 */
export function covers(
  places: readonly Span[],
  { documentId, start, end }: Span,
  text: string,
): boolean {
  const isBlank = (from: number, to: number) =>
    text.length === end - start && text.slice(from - start, to - start).trim() === "";
  let reached = start;
  for (const place of places
    .filter(other => other.documentId === documentId)
    .toSorted((a, b) => a.start - b.start)) {
    if (place.end <= reached) continue;
    if (place.start >= end || (place.start > reached && !isBlank(reached, place.start))) break;
    reached = place.end;
  }
  return reached >= end || isBlank(reached, end);
}

/** Whether two spans overlap. */
export const overlaps = (place: Span, { documentId, start, end }: Span): boolean =>
  place.documentId === documentId && place.start < end && place.end > start;

/** The sentences of a reference, each with its place if the reference has one. */
export function sentencesOf({
  text,
  span,
}: TruthReference): { readonly text: string; readonly span: Span | null }[] {
  const isExact = span !== null && span.end - span.start === text.length;
  return splitSentences(text, languageOf(text)).map(sentence => ({
    text: sentence.text,
    span: isExact
      ? {
          documentId: span.documentId,
          start: span.start + sentence.start,
          end: span.start + sentence.end,
        }
      : null,
  }));
}

const isWithin = (texts: readonly string[], text: string): boolean => {
  const sought = bare(text).replace(CLOSING, "");
  return sought !== "" && texts.some(flat => flat.includes(sought));
};

/** A passage whose place is known is judged by it: the same words elsewhere, about another company, are not evidence. */
const textsFor = (reference: TruthReference, holding: Holding): readonly string[] =>
  reference.span === null ? holding.texts() : holding.unplaced();

const isHeld = (reference: TruthReference, holding: Holding): boolean =>
  [reference, ...(reference.alternatives ?? [])].some(one => isHeldAs(one, holding));

function isHeldAs(reference: TruthReference, holding: Holding): boolean {
  const { span, text } = reference;
  if (span !== null && covers(holding.places, span, text)) return true;
  const texts = textsFor(reference, holding);
  if (texts.length === 0) return false;
  if (isWithin(texts, text)) return true;
  const sentences = sentencesOf(reference);
  return (
    sentences.length > 1 &&
    sentences.every(
      sentence =>
        (sentence.span !== null && covers(holding.places, sentence.span, sentence.text)) ||
        isWithin(texts, sentence.text),
    )
  );
}

const isTouched = (reference: TruthReference, holding: Holding): boolean =>
  [reference, ...(reference.alternatives ?? [])].some(one => isTouchedAs(one, holding));

function isTouchedAs(reference: TruthReference, holding: Holding): boolean {
  const { span } = reference;
  if (span !== null && holding.places.some(place => overlaps(place, span))) return true;
  const texts = textsFor(reference, holding);
  return (
    texts.length > 0 && sentencesOf(reference).some(sentence => isWithin(texts, sentence.text))
  );
}

/** Tells which references the passages hold; each passage is read once, when first needed. */
export interface EvidenceIn {
  /**
   * Whether the passages hold a reference: together they cover its place, in any number of pieces. If either has no place, by text: one passage
   * contains the reference (ignoring white space, width, Markdown and its closing mark), or each of its sentences is in some passage. Its alternatives, which
   * say the same elsewhere, count as well.
   */
  readonly holds: (reference: TruthReference) => boolean;
  /** Whether they hold any of it: a part of its place, or one of its sentences. */
  readonly touches: (reference: TruthReference) => boolean;
}

/** Reads nothing yet: passages are flattened when first needed. */
export function evidenceIn(passages: readonly Content[]): EvidenceIn {
  const holding = holdingOf(passages);
  return {
    holds: reference => isHeld(reference, holding),
    touches: reference => isTouched(reference, holding),
  };
}

/** For each reference, whether the passages hold it (EvidenceIn.holds). */
export const heldReferences = (
  references: readonly TruthReference[],
  passages: readonly Content[],
): boolean[] => references.map(evidenceIn(passages).holds);

/** The share of the references that the passages hold; null if there are none, or the content of a passage is not known. */
export function evidenceRecall(
  references: readonly TruthReference[],
  passages: readonly Content[],
): number | null {
  if (references.length === 0 || !tellsContent(passages)) return null;
  return heldReferences(references, passages).filter(Boolean).length / references.length;
}
