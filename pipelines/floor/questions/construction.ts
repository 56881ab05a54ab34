// Questions that are correct by construction, and the choice among them.

import type { Derivation } from "../../../schemas/items/derivation.ts";
import type { QuestionType } from "../../../schemas/items/item-types.ts";
import type { Wanted } from "../../../schemas/questions/records.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import type { AskableFact } from "./askable-facts.ts";

export interface Construction {
  readonly facts: readonly AskableFact[];
  readonly question: string;
  readonly answer: string;
  /** How results that no sentence states are computed; none if absent. */
  readonly derivations?: Derivation[];
}

/** Sentence numbers, sorted and deduplicated. */
export const sortedUnique = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

/** Consecutive chunks of `size` rows; the last may be smaller. */
export const chunks = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  );

export const countDerivation = (operands: string[]): Derivation => ({
  operation: "count",
  operands,
  result: String(operands.length),
});

type TypedConstruction = Construction & { readonly type: QuestionType };

/**
 * At most `count` questions, no two about the same facts: first the requested number of each type, in turn, then
 * more of the types that have more. The next question of a type is always about the facts used least so far.
 */
export function chooseSpread(
  constructionsByType: ReadonlyMap<QuestionType, readonly Construction[]>,
  requests: readonly Wanted[],
  { count, draw }: { readonly count: number; readonly draw: Draw },
): TypedConstruction[] {
  const remaining = new Map(
    [...constructionsByType].map(([type, constructions]) => [type, shuffle(draw, constructions)]),
  );
  const useCounts = new Map<string, number>();
  const usesOf = ({ facts }: Construction) =>
    Math.max(...facts.map(fact => useCounts.get(keyOf(fact)) ?? 0));
  const chosen: TypedConstruction[] = [];
  const maxCount = Math.max(...requests.map(request => request.count));
  const turns = Array.from({ length: maxCount }, (_, round) =>
    requests.filter(request => round < request.count).map(({ type }) => type),
  ).flat();
  const hasMore = (type: QuestionType) => (remaining.get(type) ?? []).length > 0;
  while (turns.some(hasMore))
    for (const type of turns) {
      const [best, ...rest] = (remaining.get(type) ?? []).toSorted((a, b) => usesOf(a) - usesOf(b));
      if (chosen.length === count) return chosen;
      if (best === undefined) continue;
      remaining.set(type, rest);
      for (const fact of best.facts)
        useCounts.set(keyOf(fact), (useCounts.get(keyOf(fact)) ?? 0) + 1);
      if (!chosen.some(other => haveSameFacts(other, best))) chosen.push({ ...best, type });
    }
  return chosen;
}

const keyOf = ({ fact }: AskableFact) => `${fact.document}\n${fact.path}`;

const haveSameFacts = (first: Construction, second: Construction): boolean =>
  first.facts.length === second.facts.length &&
  first.facts.every(fact => second.facts.some(otherFact => keyOf(otherFact) === keyOf(fact)));
