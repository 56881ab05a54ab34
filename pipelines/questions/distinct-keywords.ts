// Makes an item's keywords tell its passages from all others of the corpus: each list is counted there, bound to what stands beside it, or dropped.

import type { DocumentRow, Span } from "../../schemas/items/documents.ts";
import type { Evidence, Keywords } from "../../schemas/items/records.ts";
import {
  distinctLists,
  type FineKeyword,
  isOverlong,
  withoutRepeats,
} from "../items/keyword-places.ts";
import type { KeywordIndex } from "../retrieval/keyword-index.ts";
import { readStrict } from "../text/keyword-matching.ts";
import { namesSubject } from "../text/stated-value.ts";
import { splitSentences } from "../text/sentences.ts";
import { saysSame } from "../text/told-apart.ts";
import { bindersOf, clausesOf, namesIn } from "./binders.ts";

type List = readonly FineKeyword[];

interface Counted {
  readonly index: KeywordIndex;
  readonly documentOf: (id: string) => DocumentRow;
}

/** Documents go by their titles. */
export interface Corpus extends Counted {
  /** Documents of which nothing is asked; undefined for none. */
  readonly beside?: Counted | undefined;
}

/** A list of keywords that stands elsewhere, and in which document. */
export interface Stray {
  readonly list: readonly string[];
  readonly document: string;
}

export interface Distinct {
  /** Undefined where no list tells its passage from others. */
  readonly keywords: Keywords | undefined;
  /** As given, with the other places that say the same. */
  readonly evidence: Evidence[];
  /** Lists that were dropped though nothing else stands for what they were to show. */
  readonly strays: readonly Stray[];
}

/** Nearly all: a word more or less ("operating profit", "trading operating profit") may be what differs. */
const sameWords = 0.9;

/** What a list is looked at with: the item's evidence, and the terms of which a passage must have one. */
interface About extends Corpus {
  readonly evidence: readonly Evidence[];
  readonly coarse: readonly string[];
}

const contains = (outer: Span, inner: Span): boolean =>
  outer.documentId === inner.documentId && outer.start <= inner.start && inner.end <= outer.end;

const piecesOf = (list: List, evidence: readonly Evidence[]): Evidence[] =>
  evidence.filter(piece => list.some(({ span }) => contains(piece.span, span)));

/** Elements that stand too far apart for one passage: each passage has a list of its own. */
function byPassage(list: List, { areOnePassage }: KeywordIndex): List[] {
  const lists: FineKeyword[][] = [];
  for (const element of list) {
    const near = lists.find(one => areOnePassage([...one, element].map(({ span }) => span)));
    if (near) near.push(element);
    else lists.push([element]);
  }
  return lists;
}

/** No passage is looked at that has none of the terms: where none stands in a list's sentences, the list brings one. */
function termsFor(lists: readonly List[], { evidence, coarse, documentOf }: About): string[] {
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
interface Alternative {
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
  const [home = place] = pieces.map(({ span }) => span);
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
  /** Undefined where it is not the same that is said. */
  readonly same: readonly Alternative[] | undefined;
}

/** Where else a list stands beside one of the terms. */
function* elsewhere(list: List, about: About): Generator<Elsewhere> {
  const { evidence, coarse, beside } = about;
  const own = evidence.map(({ span }) => span);
  for (const { index, documentOf } of [about, ...(beside ? [beside] : [])])
    for (const place of index.find({ list: list.map(({ text }) => text), coarse }, own)) {
      const document = documentOf(place.documentId);
      yield { document, same: alternativesAt(place, list, { ...about, document }) };
    }
}

/** A document in which a list stands and something else is said. */
function strangerOf(list: List, about: About): DocumentRow | undefined {
  for (const { document, same } of elsewhere(list, about)) if (!same) return document;
  return undefined;
}

/** The list, or the list and one thing that stands beside it, whichever first stands nowhere else; undefined for neither. */
function bind(list: List, about: About): List | undefined {
  const [first] = list;
  const standsAlone = (one: List) =>
    strangerOf(one, { ...about, coarse: termsFor([one], about) }) === undefined;
  if (!first || standsAlone(list)) return list;
  const document = about.documentOf(first.span.documentId);
  for (const binder of bindersOf(piecesOf(list, about.evidence), { ...about, document })) {
    const both = withoutRepeats([...list, binder]);
    if (!isOverlong(binder.text, document.language) && standsAlone(both)) return both;
  }
  return undefined;
}

/** Whether nothing but white space, or a line end, is between two sentences: hardly a chunk holds only one. */
const areNeighbours = ({ span: one }: Evidence, { span: other }: Evidence): boolean =>
  one.documentId === other.documentId &&
  Math.max(one.start, other.start) - Math.min(one.end, other.end) <= 2;

/** Where the lists show no sentence of the evidence, nor the one beside it, one of its own clauses does. */
function withOwn(lists: readonly List[], about: About): List[] {
  const shown = lists.flatMap(list => piecesOf(list, about.evidence));
  const ownOf = (piece: Evidence): List[] => {
    if (shown.some(one => one === piece || areNeighbours(one, piece))) return [];
    for (const clause of clausesOf(piece, about.documentOf(piece.span.documentId))) {
      const list = bind([clause], about);
      if (list) return [list];
    }
    return [];
  };
  return [...lists, ...about.evidence.flatMap(ownOf)];
}

/** One passage may be met by several ways. */
const distinct = (all: readonly Alternative[]): Alternative[] => [
  ...new Map(all.map(one => [`${one.span.documentId} ${one.span.start}`, one])).values(),
];

/** Each piece of evidence with what says the same elsewhere. */
const withAlternatives = (evidence: readonly Evidence[], all: readonly Alternative[]): Evidence[] =>
  evidence.map(piece => {
    const own = distinct(all.filter(one => one.piece === piece));
    const alternatives = own.map(({ span, text }) => ({ span, text }));
    return alternatives.length > 0 ? { ...piece, alternatives } : piece;
  });

/**
 * `fine` stands in the evidence. A piece of it that no list shows has one of its own clauses, so that lists and evidence
 * are found together. No list that is kept stands elsewhere beside a coarse term, but where the same is said.
 */
export function tellApart(
  { coarse, fine }: Pick<Keywords, "coarse" | "fine">,
  evidence: readonly Evidence[],
  corpus: Corpus,
): Distinct {
  const given = { ...corpus, evidence, coarse };
  const lists = fine.flatMap(list => byPassage(list, corpus.index));
  const about = { ...given, coarse: termsFor(lists, given) };
  const bound = lists.map(list => ({ list, to: bind(list, about) }));
  const kept = bound.flatMap(({ to }) => (to ? [to] : []));
  const all = lists.length === 0 ? [] : distinctLists(withOwn(kept, about));
  const counted = { ...given, coarse: termsFor(all, given) };
  const held = all
    .filter(list => strangerOf(list, counted) === undefined)
    .map(list => ({
      list,
      same: [...elsewhere(list, { ...counted, beside: undefined })].flatMap(({ same }) =>
        same ? [same] : [],
      ),
    }));
  const shown = new Set(held.flatMap(({ list }) => piecesOf(list, evidence)));
  const strays = bound.flatMap(({ list, to }) => {
    const document = to ? undefined : strangerOf(list, about);
    const isShown = piecesOf(list, evidence).every(piece => shown.has(piece));
    return document && !isShown
      ? [{ list: list.map(({ text }) => text), document: document.name }]
      : [];
  });
  return {
    keywords:
      held.length === 0
        ? undefined
        : {
            coarse: counted.coarse,
            fine: held.map(({ list }) => [...list]),
            passages: held.map(
              ({ same }) => 1 + distinct(same.flatMap(all => all.slice(0, 1))).length,
            ),
          },
    evidence: withAlternatives(
      evidence,
      held.flatMap(({ same }) => same.flat()),
    ),
    strays,
  };
}
