// Makes an item's keyword lists fit only its own passages in the corpus: each list is kept, extended by something nearby, or dropped.

import type { Evidence, Keywords } from "../../schemas/items/records.ts";
import {
  distinctLists,
  type FineKeyword,
  isOverlong,
  withoutRepeats,
} from "../items/keyword-places.ts";
import type { KeywordIndex } from "../retrieval/keyword-index.ts";
import { bindersOf, clausesOf } from "./keyword-additions.ts";
import {
  type About,
  type Alternative,
  type Corpus,
  elsewhere,
  type List,
  piecesOf,
  remembering,
  strangerOf,
  termsFor,
} from "./list-places.ts";

/** A keyword list that also occurs elsewhere, and in which document. */
export interface Stray {
  readonly list: readonly string[];
  readonly document: string;
}

export interface Distinct {
  /** Undefined if no list distinguishes its passage from others. */
  readonly keywords: Keywords | undefined;
  /** The given evidence, with the other places that say the same. */
  readonly evidence: Evidence[];
  /** Lists that were dropped although no other list covers their evidence. */
  readonly strays: readonly Stray[];
}

/** Splits a list whose elements are too far apart for one passage into one list per passage. */
function byPassage(list: List, { areOnePassage }: KeywordIndex): List[] {
  const lists: FineKeyword[][] = [];
  for (const element of list) {
    const near = lists.find(one => areOnePassage([...one, element].map(({ span }) => span)));
    if (near) near.push(element);
    else lists.push([element]);
  }
  return lists;
}

/** The list, alone or with one addition from nearby, whichever is first found nowhere else; undefined if neither. */
function bind(list: List, about: About): List | undefined {
  const [first] = list;
  const isUnique = (one: List) =>
    strangerOf(one, { ...about, coarse: termsFor([one], about) }) === undefined;
  if (!first || isUnique(list)) return list;
  const document = about.documentOf(first.span.documentId);
  for (const binder of bindersOf(piecesOf(list, about.evidence), { ...about, document })) {
    const both = withoutRepeats([...list, binder]);
    // A heading that already has the whole list does not point to the sentence below it.
    const shows = piecesOf(both, about.evidence).length > 0;
    if (shows && !isOverlong(binder.text, document.language) && isUnique(both)) return both;
  }
  return undefined;
}

/** Whether only white space or a line end separates two sentences: hardly any chunk has just one of them. */
const areNeighbours = ({ span: one }: Evidence, { span: other }: Evidence): boolean =>
  one.documentId === other.documentId &&
  Math.max(one.start, other.start) - Math.min(one.end, other.end) <= 2;

/** A list made from a clause of each evidence sentence that no list covers, directly or through its neighbour. */
function ownLists(lists: readonly List[], about: About): List[] {
  const shown = lists.flatMap(list => piecesOf(list, about.evidence));
  const ownOf = (piece: Evidence): List[] => {
    if (shown.some(one => one === piece || areNeighbours(one, piece))) return [];
    for (const clause of clausesOf(piece, about.documentOf(piece.span.documentId))) {
      const list = bind([clause], about);
      if (list) return [list];
    }
    return [];
  };
  return about.evidence.flatMap(ownOf);
}

/** Without duplicates: one passage may be found in several ways. */
const distinct = (all: readonly Alternative[]): Alternative[] => [
  ...new Map(all.map(one => [`${one.span.documentId} ${one.span.start}`, one])).values(),
];

/** Each piece of evidence with the places that say the same. */
const withAlternatives = (evidence: readonly Evidence[], all: readonly Alternative[]): Evidence[] =>
  evidence.map(piece => {
    const own = distinct(all.filter(one => one.piece === piece));
    const alternatives = own.map(({ span, text }) => ({ span, text }));
    return alternatives.length > 0 ? { ...piece, alternatives } : piece;
  });

/** A list that occurs elsewhere only where the same is said, with those places. */
interface Held {
  readonly list: List;
  readonly same: readonly (readonly Alternative[])[];
}

function heldOf(list: List, about: About): Held[] {
  if (strangerOf(list, about)) return [];
  const places = [...elsewhere(list, { ...about, beside: undefined })];
  return [{ list, same: places.flatMap(({ same }) => (same ? [same] : [])) }];
}

const keywordsOf = (held: readonly Held[], coarse: readonly string[]): Keywords | undefined =>
  held.length === 0
    ? undefined
    : {
        coarse: [...coarse],
        fine: held.map(({ list }) => [...list]),
        passages: held.map(({ same }) => 1 + distinct(same.flatMap(all => all.slice(0, 1))).length),
      };

/**
 * Expects `fine` to occur in the evidence. A piece of evidence that no list covers gets a list from one of its clauses, so
 * that lists and evidence are found together. No kept list occurs elsewhere near a coarse term, unless the same is said.
 */
export function tellApart(
  { coarse, fine }: Pick<Keywords, "coarse" | "fine">,
  evidence: readonly Evidence[],
  corpus: Corpus,
): Distinct {
  const given: About = { ...remembering(corpus), evidence, coarse };
  const lists = fine.flatMap(list => byPassage(list, given.index));
  const about = { ...given, coarse: termsFor(lists, given) };
  const bound = lists.map(list => ({ list, to: bind(list, about) }));
  const kept = bound.flatMap(({ to }) => (to ? [to] : []));
  const own = lists.length === 0 ? [] : ownLists(kept, about);
  const all = distinctLists([...kept, ...own]);
  const terms = termsFor(all, given);
  const held = all.flatMap(list => heldOf(list, { ...given, coarse: terms }));
  const shown = new Set(held.flatMap(({ list }) => piecesOf(list, evidence)));
  const strays = bound.flatMap(({ list, to }) => {
    const document = to ? undefined : strangerOf(list, about)?.name;
    const isShown = piecesOf(list, evidence).every(piece => shown.has(piece));
    return document === undefined || isShown
      ? []
      : [{ list: list.map(({ text }) => text), document }];
  });
  const alternatives = held.flatMap(({ same }) => same.flat());
  return {
    keywords: keywordsOf(held, terms),
    evidence: withAlternatives(evidence, alternatives),
    strays,
  };
}
