// Finds where an item's keyword lists occur outside its evidence: places that say the same thing, and places that say something else.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { Evidence } from "../../schemas/items/records.ts";
import type { FineKeyword } from "../items/read-keywords.ts";
import type { KeywordIndex } from "../retrieval/keyword-index.ts";
import { matchStrictly } from "../text/keyword-matching.ts";
import { splitSentences } from "../text/sentences.ts";
import { namesSubject } from "../text/stated-value.ts";
import { areEquivalentStatements } from "../text/value-choice.ts";
import { nameKeywords } from "./keyword-additions.ts";

/** The keywords that one passage must contain. */
export type KeywordList = readonly FineKeyword[];

interface DocumentIndex {
  readonly index: KeywordIndex;
  readonly documentOf: (id: string) => DocumentRow;
}

/** The documents searched, with their titles as names. */
export interface Corpus extends DocumentIndex {
  /** Distractors: documents about which nothing is asked; undefined if there are none. */
  readonly distractors?: DocumentIndex | undefined;
}

const withCache = ({ index, documentOf }: DocumentIndex): DocumentIndex => {
  const documents = new Map<string, DocumentRow>();
  return {
    index,
    documentOf(id) {
      const document = documents.get(id) ?? documentOf(id);
      documents.set(id, document);
      return document;
    },
  };
};

/** The same corpus with a cache of the documents it reads: reading them from disk takes longer than anything else. */
export const withDocumentCache = ({ distractors, ...ownIndex }: Corpus): Corpus => ({
  ...withCache(ownIndex),
  distractors: distractors && withCache(distractors),
});

/** Minimum share of common words, nearly all: one word ("operating profit", "trading operating profit") can make the difference. */
const minSameWords = 0.9;

/** The corpus with an item's evidence and its coarse terms, of which a passage must have one. */
export interface ItemContext extends Corpus {
  readonly evidence: readonly Evidence[];
  readonly coarse: readonly string[];
}

const contains = (outer: Span, inner: Span): boolean =>
  outer.documentId === inner.documentId && outer.start <= inner.start && inner.end <= outer.end;

/** The pieces of evidence that contain a keyword of the list. */
export const piecesOf = (list: KeywordList, evidence: readonly Evidence[]): Evidence[] =>
  evidence.filter(piece => list.some(({ span }) => contains(piece.span, span)));

/** The coarse terms, with one more for each list whose sentences have none: only passages with a coarse term are searched. */
export function termsFor(
  lists: readonly KeywordList[],
  { evidence, coarse, documentOf }: ItemContext,
): string[] {
  const addedTerms = lists.flatMap(list => {
    const pieces = piecesOf(list, evidence);
    const matchers = pieces.map(({ text }) => matchStrictly(text));
    if (coarse.some(term => matchers.some(matches => matches(term)))) return [];
    const [first] = list;
    const names = first ? nameKeywords(pieces, documentOf(first.span.documentId)) : [];
    return [...names, ...list].slice(0, 1).map(({ text }) => text);
  });
  return [...new Set([...coarse, ...addedTerms])];
}

/** A sentence that says the same thing as a piece of evidence. */
export interface Alternative {
  readonly piece: Evidence;
  readonly span: Span;
  readonly text: string;
}

/** For each of the list's sentences, a sentence at this place that says the same thing about the same subject; undefined if there is none for one of them. */
function alternativesAt(
  place: Span,
  list: KeywordList,
  { evidence, documentOf, document }: ItemContext & { readonly document: DocumentRow },
): Alternative[] | undefined {
  const pieces = piecesOf(list, evidence);
  const [firstSpan] = pieces.map(({ span }) => span);
  if (!firstSpan) return undefined;
  const { name, language } = documentOf(firstSpan.documentId);
  const sentences = splitSentences(document.text, document.language, place);
  const isAboutSubject = (text: string) => document.name === name || namesSubject(text, name);
  const alternatives = pieces.flatMap(piece => {
    const match = sentences.find(
      ({ text }) =>
        isAboutSubject(text) &&
        areEquivalentStatements(text, piece.text, { language, share: minSameWords }),
    );
    const { documentId } = place;
    return match
      ? [{ piece, text: match.text, span: { documentId, start: match.start, end: match.end } }]
      : [];
  });
  return alternatives.length === pieces.length ? alternatives : undefined;
}

/** A place outside the evidence where a list occurs. */
interface OtherPlace {
  readonly document: DocumentRow;
  /** Undefined if something else is said there, or if the document is a distractor. */
  readonly alternatives: readonly Alternative[] | undefined;
}

/** The other places where a list occurs near a coarse term. */
export function* otherPlacesOf(list: KeywordList, itemContext: ItemContext): Generator<OtherPlace> {
  const { evidence, coarse, distractors, index, documentOf } = itemContext;
  const evidenceSpans = evidence.map(({ span }) => span);
  const query = { required: list.map(({ text }) => text), coarse };
  for (const place of index.find(query, evidenceSpans)) {
    const document = documentOf(place.documentId);
    yield { document, alternatives: alternativesAt(place, list, { ...itemContext, document }) };
  }
  // A passage of a distractor counts as wrong, whatever it says.
  if (!distractors) return;
  for (const { documentId } of distractors.index.find(query, evidenceSpans))
    yield { document: distractors.documentOf(documentId), alternatives: undefined };
}

/** A document that has the list but says something else. */
export function strayDocumentOf(
  list: KeywordList,
  itemContext: ItemContext,
): DocumentRow | undefined {
  for (const { document, alternatives } of otherPlacesOf(list, itemContext))
    if (!alternatives) return document;
  return undefined;
}
