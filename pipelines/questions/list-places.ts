// Finds where an item's keyword lists occur outside its evidence: places that say the same, and places that say something else.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { Evidence } from "../../schemas/items/records.ts";
import type { FineKeyword } from "../items/keyword-places.ts";
import type { KeywordIndex } from "../retrieval/keyword-index.ts";
import { readStrict } from "../text/keyword-matching.ts";
import { splitSentences } from "../text/sentences.ts";
import { namesSubject } from "../text/stated-value.ts";
import { saysSame } from "../text/value-choice.ts";
import { namesIn } from "./keyword-additions.ts";

export type List = readonly FineKeyword[];

interface DocumentIndex {
  readonly index: KeywordIndex;
  readonly documentOf: (id: string) => DocumentRow;
}

/** The documents searched, with their titles as names. */
export interface Corpus extends DocumentIndex {
  /** Distractors: documents about which nothing is asked; undefined if there are none. */
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

/** A corpus that caches the documents it reads: reading them from disk takes longer than anything else. */
export const remembering = ({ beside, ...own }: Corpus): Corpus => ({
  ...readOnce(own),
  beside: beside && readOnce(beside),
});

/** Share of common words, nearly all: one word ("operating profit", "trading operating profit") can make the difference. */
const sameWords = 0.9;

/** The corpus with an item's evidence and its coarse terms, of which a passage must have one. */
export interface About extends Corpus {
  readonly evidence: readonly Evidence[];
  readonly coarse: readonly string[];
}

const contains = (outer: Span, inner: Span): boolean =>
  outer.documentId === inner.documentId && outer.start <= inner.start && inner.end <= outer.end;

export const piecesOf = (list: List, evidence: readonly Evidence[]): Evidence[] =>
  evidence.filter(piece => list.some(({ span }) => contains(piece.span, span)));

/** The coarse terms; a list whose sentences have none adds one, since only passages with a coarse term are searched. */
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

/** For each of the list's sentences, one at this place that says the same of the same subject; undefined if one is missing. */
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
  /** Undefined if something else is said there, or if the document is a distractor. */
  readonly same: readonly Alternative[] | undefined;
}

/** The other places where a list occurs near a coarse term. */
export function* elsewhere(list: List, about: About): Generator<Elsewhere> {
  const { evidence, coarse, beside, index, documentOf } = about;
  const own = evidence.map(({ span }) => span);
  const sought = { list: list.map(({ text }) => text), coarse };
  for (const place of index.find(sought, own)) {
    const document = documentOf(place.documentId);
    yield { document, same: alternativesAt(place, list, { ...about, document }) };
  }
  // A passage of a distractor counts as wrong, whatever it says.
  if (!beside) return;
  for (const { documentId } of beside.index.find(sought, own))
    yield { document: beside.documentOf(documentId), same: undefined };
}

/** A document that has the list but says something else. */
export function strangerOf(list: List, about: About): DocumentRow | undefined {
  for (const { document, same } of elsewhere(list, about)) if (!same) return document;
  return undefined;
}
