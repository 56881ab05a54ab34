// Where lists of keywords stand beside an item's own sentences: where else the same is said, and where something else is.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { Evidence } from "../../schemas/items/records.ts";
import type { FineKeyword } from "../items/keyword-places.ts";
import type { KeywordIndex } from "../retrieval/keyword-index.ts";
import { readStrict } from "../text/keyword-matching.ts";
import { splitSentences } from "../text/sentences.ts";
import { namesSubject } from "../text/stated-value.ts";
import { saysSame } from "../text/told-apart.ts";
import { namesIn } from "./binders.ts";

export type List = readonly FineKeyword[];

interface DocumentIndex {
  readonly index: KeywordIndex;
  readonly documentOf: (id: string) => DocumentRow;
}

/** Documents go by their titles. */
export interface Corpus extends DocumentIndex {
  /** Documents of which nothing is asked; undefined for none. */
  readonly beside?: DocumentIndex | undefined;
}

const readOnce = ({ index, documentOf }: DocumentIndex): DocumentIndex => {
  const known = new Map<string, DocumentRow>();
  return {
    index,
    documentOf(id) {
      const document = known.get(id) ?? documentOf(id);
      known.set(id, document);
      return document;
    },
  };
};

/** Reading a document from disk takes longer than all else: each that is met is read once, for as long as this is held. */
export const remembering = ({ beside, ...own }: Corpus): Corpus => ({
  ...readOnce(own),
  beside: beside && readOnce(beside),
});

/** Nearly all: a word more or less ("operating profit", "trading operating profit") may be what differs. */
const sameWords = 0.9;

/** What a list is looked at with: the item's evidence, and the terms of which a passage must have one. */
export interface About extends Corpus {
  readonly evidence: readonly Evidence[];
  readonly coarse: readonly string[];
}

const contains = (outer: Span, inner: Span): boolean =>
  outer.documentId === inner.documentId && outer.start <= inner.start && inner.end <= outer.end;

export const piecesOf = (list: List, evidence: readonly Evidence[]): Evidence[] =>
  evidence.filter(piece => list.some(({ span }) => contains(piece.span, span)));

/** No passage is looked at that has none of the terms: where none stands in a list's sentences, the list brings one. */
export function termsFor(
  lists: readonly List[],
  { evidence, coarse, documentOf }: About,
): string[] {
  const brought = lists.flatMap(list => {
    const pieces = piecesOf(list, evidence);
    const reads = pieces.map(({ text }) => readStrict(text));
    if (coarse.some(term => reads.some(holds => holds(term)))) return [];
    const [first] = list;
    const names = first ? namesIn(pieces, documentOf(first.span.documentId)) : [];
    return [...names, ...list].slice(0, 1).map(({ text }) => text);
  });
  return [...new Set([...coarse, ...brought])];
}

/** A sentence that says the same as a piece of evidence. */
export interface Alternative {
  readonly piece: Evidence;
  readonly span: Span;
  readonly text: string;
}

/** For each sentence in which a list stands one at this place that says the same, of the same; undefined where one lacks. */
function alternativesAt(
  place: Span,
  list: List,
  { evidence, documentOf, document }: About & { readonly document: DocumentRow },
): Alternative[] | undefined {
  const pieces = piecesOf(list, evidence);
  const [home] = pieces.map(({ span }) => span);
  if (!home) return undefined;
  const { name, language } = documentOf(home.documentId);
  const sentences = splitSentences(document.text, document.language, place);
  const isOf = (text: string) => document.name === name || namesSubject(text, name);
  const found = pieces.flatMap(piece => {
    const twin = sentences.find(
      ({ text }) => isOf(text) && saysSame(text, piece.text, { language, share: sameWords }),
    );
    const { documentId } = place;
    return twin
      ? [{ piece, text: twin.text, span: { documentId, start: twin.start, end: twin.end } }]
      : [];
  });
  return found.length === pieces.length ? found : undefined;
}

interface Elsewhere {
  readonly document: DocumentRow;
  /** Undefined where it is not the same that is said, or nothing is labelled there. */
  readonly same: readonly Alternative[] | undefined;
}

/** Where else a list stands beside one of the terms. */
export function* elsewhere(list: List, about: About): Generator<Elsewhere> {
  const { evidence, coarse, beside, index, documentOf } = about;
  const own = evidence.map(({ span }) => span);
  const sought = { list: list.map(({ text }) => text), coarse };
  for (const place of index.find(sought, own)) {
    const document = documentOf(place.documentId);
    yield { document, same: alternativesAt(place, list, { ...about, document }) };
  }
  // Whoever finds a passage of these is told that it was none of the right ones, whatever it says.
  if (!beside) return;
  for (const { documentId } of beside.index.find(sought, own))
    yield { document: beside.documentOf(documentId), same: undefined };
}

/** A document in which a list stands and something else is said. */
export function strangerOf(list: List, about: About): DocumentRow | undefined {
  for (const { document, same } of elsewhere(list, about)) if (!same) return document;
  return undefined;
}
