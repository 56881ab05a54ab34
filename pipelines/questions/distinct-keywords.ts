// Makes an item's keyword lists fit only its own passages in the corpus: each list is kept, extended by nearby words, or dropped.

import type { Evidence, Keywords } from "../../schemas/items/records.ts";
import {
  distinctLists,
  type FineKeyword,
  isOverlong,
  withoutRepeats,
} from "../items/read-keywords.ts";
import type { KeywordIndex } from "../retrieval/keyword-index.ts";
import { additionsFor, clausesOf } from "./keyword-additions.ts";
import {
  type ItemContext,
  type Alternative,
  type Corpus,
  otherPlacesOf,
  type KeywordList,
  piecesOf,
  withDocumentCache,
  strayDocumentOf,
  termsFor,
} from "./keyword-places.ts";

/** A keyword list that also occurs elsewhere, and in which document. */
export interface StrayList {
  readonly list: readonly string[];
  readonly document: string;
}

export interface DistinctKeywords {
  /** Undefined if no list distinguishes its passage from others. */
  readonly keywords: Keywords | undefined;
  /** The given evidence, with the other places that say the same thing. */
  readonly evidence: Evidence[];
  /** Lists that were dropped although no other list covers their evidence. */
  readonly strays: readonly StrayList[];
}

/** Splits a list whose elements are too far apart for one passage into one list per passage. */
function splitByPassage(list: KeywordList, { areOnePassage }: KeywordIndex): KeywordList[] {
  const lists: FineKeyword[][] = [];
  for (const element of list) {
    const listOfPassage = lists.find(one =>
      areOnePassage([...one, element].map(({ span }) => span)),
    );
    if (listOfPassage) listOfPassage.push(element);
    else lists.push([element]);
  }
  return lists;
}

/** The list, unchanged or else with one addition from nearby: the first version that occurs nowhere else; undefined if there is none. */
function makeUnique(list: KeywordList, itemContext: ItemContext): KeywordList | undefined {
  const [first] = list;
  const isUnique = (one: KeywordList) =>
    strayDocumentOf(one, { ...itemContext, coarse: termsFor([one], itemContext) }) === undefined;
  if (!first || isUnique(list)) return list;
  const document = itemContext.documentOf(first.span.documentId);
  for (const addition of additionsFor(piecesOf(list, itemContext.evidence), {
    ...itemContext,
    document,
  })) {
    const extendedList = withoutRepeats([...list, addition]);
    // A heading that already has the whole list does not point to the sentence below it.
    const hasPiece = piecesOf(extendedList, itemContext.evidence).length > 0;
    if (hasPiece && !isOverlong(addition.text, document.language) && isUnique(extendedList))
      return extendedList;
  }
  return undefined;
}

/** Whether only white space or a line end separates two sentences: hardly any chunk has only one of them. */
const areNeighbours = ({ span: first }: Evidence, { span: second }: Evidence): boolean =>
  first.documentId === second.documentId &&
  Math.max(first.start, second.start) - Math.min(first.end, second.end) <= 2;

/** A list made from a clause of each evidence sentence that no list covers, directly or through its neighbour. */
function clauseLists(lists: readonly KeywordList[], itemContext: ItemContext): KeywordList[] {
  const shownPieces = lists.flatMap(list => piecesOf(list, itemContext.evidence));
  const listsOfPiece = (piece: Evidence): KeywordList[] => {
    if (shownPieces.some(one => one === piece || areNeighbours(one, piece))) return [];
    for (const clause of clausesOf(piece, itemContext.documentOf(piece.span.documentId))) {
      const list = makeUnique([clause], itemContext);
      if (list) return [list];
    }
    return [];
  };
  return itemContext.evidence.flatMap(listsOfPiece);
}

/** Removes duplicates: one passage may be found in several ways. */
const withoutDuplicates = (all: readonly Alternative[]): Alternative[] => [
  ...new Map(all.map(one => [`${one.span.documentId} ${one.span.start}`, one])).values(),
];

/** Adds to each piece of evidence the places that say the same thing. */
const withAlternatives = (evidence: readonly Evidence[], all: readonly Alternative[]): Evidence[] =>
  evidence.map(piece => {
    const alternativesOfPiece = withoutDuplicates(all.filter(one => one.piece === piece));
    const alternatives = alternativesOfPiece.map(({ span, text }) => ({ span, text }));
    return alternatives.length > 0 ? { ...piece, alternatives } : piece;
  });

/** A list that occurs elsewhere only in places that say the same thing, with those places. */
interface KeptList {
  readonly list: KeywordList;
  readonly restatements: readonly (readonly Alternative[])[];
}

function keptListsOf(list: KeywordList, itemContext: ItemContext): KeptList[] {
  if (strayDocumentOf(list, itemContext)) return [];
  const places = [...otherPlacesOf(list, { ...itemContext, distractors: undefined })];
  return [
    {
      list,
      restatements: places.flatMap(({ alternatives }) => (alternatives ? [alternatives] : [])),
    },
  ];
}

const keywordsOf = (
  keptLists: readonly KeptList[],
  coarse: readonly string[],
): Keywords | undefined =>
  keptLists.length === 0
    ? undefined
    : {
        coarse: [...coarse],
        fine: keptLists.map(({ list }) => [...list]),
        passages: keptLists.map(
          ({ restatements }) =>
            1 + withoutDuplicates(restatements.flatMap(all => all.slice(0, 1))).length,
        ),
      };

/**
 * Expects `fine` to occur in the evidence. A piece of evidence that no list covers gets a list from one of its clauses, so
 * that lists and evidence are found together. No kept list occurs elsewhere near a coarse term, except where the same thing
 * is said.
 */
export function distinguishKeywords(
  { coarse, fine }: Pick<Keywords, "coarse" | "fine">,
  evidence: readonly Evidence[],
  corpus: Corpus,
): DistinctKeywords {
  const context: ItemContext = { ...withDocumentCache(corpus), evidence, coarse };
  const lists = fine.flatMap(list => splitByPassage(list, context.index));
  const itemContext = { ...context, coarse: termsFor(lists, context) };
  const results = lists.map(list => ({ list, uniqueList: makeUnique(list, itemContext) }));
  const uniqueLists = results.flatMap(({ uniqueList }) => (uniqueList ? [uniqueList] : []));
  const addedLists = lists.length === 0 ? [] : clauseLists(uniqueLists, itemContext);
  const all = distinctLists([...uniqueLists, ...addedLists]);
  const terms = termsFor(all, context);
  const keptLists = all.flatMap(list => keptListsOf(list, { ...context, coarse: terms }));
  const shownPieces = new Set(keptLists.flatMap(({ list }) => piecesOf(list, evidence)));
  const strays = results.flatMap(({ list, uniqueList }) => {
    const document = uniqueList ? undefined : strayDocumentOf(list, itemContext)?.name;
    const isShown = piecesOf(list, evidence).every(piece => shownPieces.has(piece));
    return document === undefined || isShown
      ? []
      : [{ list: list.map(({ text }) => text), document }];
  });
  const alternatives = keptLists.flatMap(({ restatements }) => restatements.flat());
  return {
    keywords: keywordsOf(keptLists, terms),
    evidence: withAlternatives(evidence, alternatives),
    strays,
  };
}
