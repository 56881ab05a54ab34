// Checks whether passages contain the references of an item: by place if places are known, otherwise by text.

import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import type { TruthReference } from "../../../schemas/evaluation/truth.ts";
import type { Span } from "../../../schemas/items/documents.ts";
import { languageOf } from "../../text/language.ts";
import { splitSentences } from "../../text/sentences.ts";
import { flatten } from "./flat-text.ts";
import { once } from "../../text/memoize.ts";

/** The fields of a passage or chunk that show its content. */
export type Content = Pick<Passage, "documentId" | "start" | "end" | "text">;

/** The place of a passage, if it is fully known. */
export const placeOf = ({ documentId, start, end }: Content): Span | undefined =>
  documentId === null || start === null || end === null || end <= start
    ? undefined
    : { documentId, start, end };

/** Whether the content of each passage is known; a document's name alone is not enough. */
export const isContentKnown = (passages: readonly Content[]): boolean =>
  passages.every(passage => passage.text !== null || placeOf(passage) !== undefined);

/** Punctuation that closes a sentence: splitters cut there, and some drop it. A percent sign does not count. */
const closingPunctuation = /[.。!！?？;；…]+["'”’」』)）\]】]*$/u;
/** Markdown characters, but not those within a word, as in 2**8 and max_size. */
const markup = /`|(?<![\p{L}\p{N}*_])[*_]+|[*_]+(?![\p{L}\p{N}*_])/gu;

/** A flat text without Markdown: a passage may be the Markdown source of the reference's text. */
const withoutMarkup = (text: string): string => flatten(text.replace(markup, ""));

/** Places and flat texts of passages: of all of them, and of those without a place. Each passage is flattened once. */
function contentsOf(passages: readonly Content[]) {
  const flattenAll = (passagesToFlatten: readonly Content[]) =>
    once(() =>
      passagesToFlatten.flatMap(({ text }) => (text === null ? [] : [withoutMarkup(text)])),
    );
  return {
    places: passages.flatMap(passage => placeOf(passage) ?? []),
    texts: flattenAll(passages),
    unplaced: flattenAll(passages.filter(passage => placeOf(passage) === undefined)),
  };
}

type PassageContents = ReturnType<typeof contentsOf>;

/**
 * Whether places together cover a whole span. White space between them may be missing, since many systems trim their chunks. `text` is
 * the text of the span, which shows where there is white space.
 */
export function covers(
  places: readonly Span[],
  { documentId, start, end }: Span,
  text: string,
): boolean {
  const isBlank = (from: number, to: number) =>
    text.length === end - start && text.slice(from - start, to - start).trim() === "";
  let coveredEnd = start;
  for (const place of places
    .filter(candidate => candidate.documentId === documentId)
    .toSorted((a, b) => a.start - b.start)) {
    if (place.end <= coveredEnd) continue;
    if (place.start >= end || (place.start > coveredEnd && !isBlank(coveredEnd, place.start)))
      break;
    coveredEnd = place.end;
  }
  return coveredEnd >= end || isBlank(coveredEnd, end);
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

const isInTexts = (texts: readonly string[], text: string): boolean => {
  const sought = withoutMarkup(text).replace(closingPunctuation, "");
  return sought !== "" && texts.some(flat => flat.includes(sought));
};

/** The flat texts in which a reference is searched for. A passage with a known place is judged by that: the same words elsewhere, about another company, are not evidence. */
const textsFor = (reference: TruthReference, contents: PassageContents): readonly string[] =>
  reference.span === null ? contents.texts() : contents.unplaced();

function isContained(reference: TruthReference, contents: PassageContents): boolean {
  const { span, text } = reference;
  if (span !== null && covers(contents.places, span, text)) return true;
  const texts = textsFor(reference, contents);
  if (texts.length === 0) return false;
  if (isInTexts(texts, text)) return true;
  const sentences = sentencesOf(reference);
  return (
    sentences.length > 1 &&
    sentences.every(
      sentence =>
        (sentence.span !== null && covers(contents.places, sentence.span, sentence.text)) ||
        isInTexts(texts, sentence.text),
    )
  );
}

function isPartlyContained(reference: TruthReference, contents: PassageContents): boolean {
  const { span } = reference;
  if (span !== null && contents.places.some(place => overlaps(place, span))) return true;
  const texts = textsFor(reference, contents);
  return (
    texts.length > 0 && sentencesOf(reference).some(sentence => isInTexts(texts, sentence.text))
  );
}

/** Decides which references the passages contain. */
export interface PassageEvidence {
  /**
   * Whether the passages contain a reference: together they cover its place, in any number of pieces. If either has no
   * place, the text decides: one passage contains the reference (ignoring white space, width, Markdown and its
   * closing mark), or each of its sentences is in some passage. Alternatives, which say the same thing elsewhere,
   * count as well.
   */
  readonly hasWhole: (reference: TruthReference) => boolean;
  /** Whether the passages contain any of a reference: part of its place, or one of its sentences. */
  readonly hasPart: (reference: TruthReference) => boolean;
}

/** The passages are flattened when first needed. */
export function evidenceIn(passages: readonly Content[]): PassageEvidence {
  const contents = contentsOf(passages);
  const forAnyAlternative =
    (test: (candidate: TruthReference, contents: PassageContents) => boolean) =>
    (reference: TruthReference) =>
      [reference, ...(reference.alternatives ?? [])].some(candidate => test(candidate, contents));
  return {
    hasWhole: forAnyAlternative(isContained),
    hasPart: forAnyAlternative(isPartlyContained),
  };
}

/** The share of the references that the passages contain; null if there are no references, or if the content of a passage is not known. */
export function evidenceRecall(
  references: readonly TruthReference[],
  passages: readonly Content[],
): number | null {
  if (references.length === 0 || !isContentKnown(passages)) return null;
  return references.filter(evidenceIn(passages).hasWhole).length / references.length;
}
