// Finds the facts that answers state and that may be changed, with the items that state them.

import { drawFrom, seedOf, shuffle } from "../text/random.ts";
import { changeableAt } from "./changeable-facts.ts";
import type { Corpus, Fact } from "./corpus.ts";
import { declaredTogether, type Relation } from "./declared-relations.ts";
import type { ItemTexts } from "./item-texts.ts";
import { isSameDetail, type StatedDetail } from "../text/changeable-details.ts";

export interface CandidateOptions {
  readonly corpus: Corpus;
  readonly items: readonly ItemTexts[];
  readonly relations: readonly Relation[];
  /** Possible replacements for a name. */
  readonly otherNames: (fact: Fact) => readonly string[];
  readonly randomSeed: number;
}

export interface Candidate {
  readonly fact: Fact;
  /** Items whose answers state the fact, or something computed from it. */
  readonly items: readonly ItemTexts[];
}

/** Candidates stated by the most answers first, ties in random order. */
export function candidatesIn(options: CandidateOptions): Candidate[] {
  const changeable = changeableIn(options);
  const candidatesByKey = new Map<string, { fact: Fact; items: Set<ItemTexts> }>();
  for (const texts of options.items)
    for (const fact of texts.evidence.flatMap(place =>
      isOnlyInAnswer(texts, place.told) ? changeable(place) : [],
    )) {
      const candidate = candidatesByKey.get(fact.key) ?? { fact, items: new Set() };
      candidatesByKey.set(fact.key, { ...candidate, items: candidate.items.add(texts) });
    }
  const all = [...candidatesByKey.values()].map(({ fact, items }) => ({ fact, items: [...items] }));
  const shuffled = shuffle(drawFrom(seedOf("twin", String(options.randomSeed))), all);
  return shuffled.sort((a, b) => b.items.length - a.items.length);
}

const isOnlyInAnswer = ({ said, question }: ItemTexts, told: StatedDetail): boolean =>
  said.some(detail => isSameDetail(detail, told)) &&
  !question.some(detail => isSameDetail(detail, told));

/** Finds what may be changed to change a value: the fact itself, or the facts it is computed from. */
function changeableIn({ corpus, relations, otherNames }: CandidateOptions) {
  const isDeclared = declaredTogether(relations);
  const factsByDetail = new Map<StatedDetail, readonly Fact[]>();
  const factsAt = (
    documentId: string,
    told: StatedDetail,
    seenDetails: readonly StatedDetail[],
  ): readonly Fact[] => {
    const document = corpus.documents.get(documentId);
    const fact = document && changeableAt(corpus, { document, told }, isDeclared);
    if (fact === undefined || seenDetails.includes(told)) return [];
    if (told.kind === "name" && otherNames(fact).length === 0) return [];
    const computedBy = relations.filter(
      ({ result, operation }) => result.key === fact.key && operation !== "order",
    );
    return computedBy.length === 0
      ? [fact]
      : computedBy.flatMap(({ of }) =>
          of.flatMap(({ places: [first] }) =>
            first ? factsAt(first.documentId, first.told, [...seenDetails, told]) : [],
          ),
        );
  };
  return ({ documentId, told }: { documentId: string; told: StatedDetail }): readonly Fact[] => {
    const facts = factsByDetail.get(told) ?? factsAt(documentId, told, []);
    factsByDetail.set(told, facts);
    return facts;
  };
}
