// Facts that answers state and that may be changed, with the items that state them.

import { drawFrom, seedOf, shuffle } from "../text/random.ts";
import { changeableAt } from "./changeable-facts.ts";
import type { Corpus, Fact } from "./corpus.ts";
import { declaredTogether, type Relation } from "./declared-relations.ts";
import type { ItemTexts } from "./item-texts.ts";
import { isSame, type StatedDetail } from "../text/changeable-details.ts";

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

/** Candidates stated by the most answers first, ties in a drawn order. */
export function candidatesIn(options: CandidateOptions): Candidate[] {
  const changeable = changeableIn(options);
  const found = new Map<string, { fact: Fact; items: Set<ItemTexts> }>();
  for (const texts of options.items)
    for (const fact of texts.evidence.flatMap(place =>
      isAnswer(texts, place.told) ? changeable(place) : [],
    )) {
      const candidate = found.get(fact.key) ?? { fact, items: new Set() };
      found.set(fact.key, { ...candidate, items: candidate.items.add(texts) });
    }
  const all = [...found.values()].map(({ fact, items }) => ({ fact, items: [...items] }));
  const drawn = shuffle(drawFrom(seedOf("twin", String(options.randomSeed))), all);
  return drawn.sort((a, b) => b.items.length - a.items.length);
}

const isAnswer = ({ said, question }: ItemTexts, told: StatedDetail): boolean =>
  said.some(one => isSame(one, told)) && !question.some(one => isSame(one, told));

/** What may be changed to change a value: the fact itself, or the facts it is computed from. */
function changeableIn({ corpus, relations, otherNames }: CandidateOptions) {
  const isDeclared = declaredTogether(relations);
  const known = new Map<StatedDetail, readonly Fact[]>();
  const read = (
    documentId: string,
    told: StatedDetail,
    seen: readonly StatedDetail[],
  ): readonly Fact[] => {
    const document = corpus.documents.get(documentId);
    const fact = document && changeableAt(corpus, { document, told }, isDeclared);
    if (fact === undefined || seen.includes(told)) return [];
    if (told.kind === "name" && otherNames(fact).length === 0) return [];
    const made = relations.filter(
      ({ result, operation }) => result.key === fact.key && operation !== "order",
    );
    return made.length === 0
      ? [fact]
      : made.flatMap(({ of }) =>
          of.flatMap(({ places: [first] }) =>
            first ? read(first.documentId, first.told, [...seen, told]) : [],
          ),
        );
  };
  return ({ documentId, told }: { documentId: string; told: StatedDetail }): readonly Fact[] => {
    const facts = known.get(told) ?? read(documentId, told, []);
    known.set(told, facts);
    return facts;
  };
}
