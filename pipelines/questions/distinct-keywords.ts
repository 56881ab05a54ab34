// Makes an item's keywords tell its passages from all others of the corpus: each list is counted there, bound to what stands beside it, or dropped.

import type { Evidence, Keywords } from "../../schemas/items/records.ts";
import {
  distinctLists,
  type FineKeyword,
  isOverlong,
  withoutRepeats,
} from "../items/keyword-places.ts";
import type { KeywordIndex } from "../retrieval/keyword-index.ts";
import { bindersOf, clausesOf } from "./binders.ts";
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

/** The list, or the list and one thing that stands beside it, whichever first stands nowhere else; undefined for neither. */
function bind(list: List, about: About): List | undefined {
  const [first] = list;
  const standsAlone = (one: List) =>
    strangerOf(one, { ...about, coarse: termsFor([one], about) }) === undefined;
  if (!first || standsAlone(list)) return list;
  const document = about.documentOf(first.span.documentId);
  for (const binder of bindersOf(piecesOf(list, about.evidence), { ...about, document })) {
    const both = withoutRepeats([...list, binder]);
    // A heading that says all of the list is no sign of the sentence under it.
    const shows = piecesOf(both, about.evidence).length > 0;
    if (shows && !isOverlong(binder.text, document.language) && standsAlone(both)) return both;
  }
  return undefined;
}

/** Whether nothing but white space, or a line end, is between two sentences: hardly a chunk holds only one. */
const areNeighbours = ({ span: one }: Evidence, { span: other }: Evidence): boolean =>
  one.documentId === other.documentId &&
  Math.max(one.start, other.start) - Math.min(one.end, other.end) <= 2;

/** For each sentence of the evidence that the lists do not show, nor the one beside it, a list of one of its clauses. */
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

/** A list that stands nowhere else but where the same is said, and where that is. */
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
 * `fine` stands in the evidence. A piece of it that no list shows has one of its own clauses, so that lists and evidence
 * are found together. No list that is kept stands elsewhere beside a coarse term, but where the same is said.
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
