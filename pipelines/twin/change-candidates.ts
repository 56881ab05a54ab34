// Finds the facts that answers state and that may be changed, with the items that state them.

import { drawFrom, seedOf, shuffle } from "../text/random.ts";
import { changeableAt } from "./changeable-facts.ts";
import type { Corpus, Fact } from "./twin-corpus.ts";
import { declaredTogether, type Relation } from "./declared-relations.ts";
import type { ItemTexts } from "./item-texts.ts";
import { mayBeSameDetail, type StatedDetail } from "../text/changeable-details.ts";

export interface CandidateOptions {
  readonly corpus: Corpus;
  readonly items: readonly ItemTexts[];
  readonly relations: readonly Relation[];
  /** Possible replacements for a name. */
  readonly otherNames: (fact: Fact) => readonly string[];
  readonly randomSeed: number;
}

export interface ChangeCandidate {
  readonly fact: Fact;
  /** Items whose answers state the fact, or something computed from it. */
  readonly items: readonly ItemTexts[];
}

/** Candidates stated by the most answers first, ties in random order. */
export function candidatesIn(options: CandidateOptions): ChangeCandidate[] {
  const changeable = createChangeableLookup(options);
  const candidatesByKey = new Map<string, { fact: Fact; items: Set<ItemTexts> }>();
  for (const itemTexts of options.items)
    for (const fact of itemTexts.evidence.flatMap(place =>
      isOnlyInAnswer(itemTexts, place.detail) ? changeable(place) : [],
    )) {
      const candidate = candidatesByKey.get(fact.key) ?? { fact, items: new Set() };
      candidatesByKey.set(fact.key, { ...candidate, items: candidate.items.add(itemTexts) });
    }
  const all = [...candidatesByKey.values()].map(({ fact, items }) => ({ fact, items: [...items] }));
  const shuffled = shuffle(drawFrom(seedOf("twin", String(options.randomSeed))), all);
  return shuffled.sort((a, b) => b.items.length - a.items.length);
}

const isOnlyInAnswer = (
  { answerDetails, question }: ItemTexts,
  soughtDetail: StatedDetail,
): boolean =>
  answerDetails.some(detail => mayBeSameDetail(detail, soughtDetail)) &&
  !question.some(detail => mayBeSameDetail(detail, soughtDetail));

/** Finds what may be changed in order to change a value: the fact itself, or the facts it is computed from. */
function createChangeableLookup({ corpus, relations, otherNames }: CandidateOptions) {
  const isDeclared = declaredTogether(relations);
  const factsByDetail = new Map<StatedDetail, readonly Fact[]>();
  const factsAt = (
    documentId: string,
    detail: StatedDetail,
    seenDetails: readonly StatedDetail[],
  ): readonly Fact[] => {
    const document = corpus.documents.get(documentId);
    const fact = document && changeableAt(corpus, { document, detail }, isDeclared);
    if (fact === undefined || seenDetails.includes(detail)) return [];
    if (detail.kind === "name" && otherNames(fact).length === 0) return [];
    const computedBy = relations.filter(
      ({ result, operation }) => result.key === fact.key && operation !== "order",
    );
    return computedBy.length === 0
      ? [fact]
      : computedBy.flatMap(({ operands }) =>
          operands.flatMap(({ places: [first] }) =>
            first ? factsAt(first.documentId, first.detail, [...seenDetails, detail]) : [],
          ),
        );
  };
  return ({
    documentId,
    detail,
  }: {
    documentId: string;
    detail: StatedDetail;
  }): readonly Fact[] => {
    const facts = factsByDetail.get(detail) ?? factsAt(documentId, detail, []);
    factsByDetail.set(detail, facts);
    return facts;
  };
}
