// A question that is true because of how it was made, and which of them are given.

import type { Derivation } from "../../../schemas/items/derivation.ts";
import type { QuestionType } from "../../../schemas/items/item-types.ts";
import type { Wanted } from "../../../schemas/questions/records.ts";
import { type Draw, shuffle } from "../../text/random.ts";
import type { AskedFact } from "./asked-facts.ts";

export interface Construction {
  readonly facts: readonly AskedFact[];
  readonly question: string;
  readonly answer: string;
  /** How what no sentence says is computed; none where absent. */
  readonly derivations?: Derivation[];
}

/** Numbers of sentences, each once. */
export const inOrder = (numbers: readonly number[]): number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

/** Neighbours in so many, each chunk starting where the one before ended; the last may have fewer. */
export const chunks = <T>(rows: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );

/** How many values a list is made up of. */
export const countOf = (operands: string[]): Derivation => ({
  operation: "count",
  operands,
  result: String(operands.length),
});

type Typed = Construction & { readonly type: QuestionType };

/**
 * At most `count`, no two on the same facts: of each type what is wanted of it, in turn, and as much again of those
 * that have more; each next one of a type is on the facts used least so far.
 */
export function drawSpread(
  made: ReadonlyMap<QuestionType, readonly Construction[]>,
  wanted: readonly Wanted[],
  { count, draw }: { readonly count: number; readonly draw: Draw },
): Typed[] {
  const open = new Map([...made].map(([type, all]) => [type, shuffle(draw, all)]));
  const used = new Map<string, number>();
  const usesOf = ({ facts }: Construction) =>
    Math.max(...facts.map(one => used.get(keyOf(one)) ?? 0));
  const chosen: Typed[] = [];
  const most = Math.max(...wanted.map(({ count: asked }) => asked));
  const turns = Array.from({ length: most }, (_, turn) =>
    wanted.filter(({ count: asked }) => turn < asked).map(({ type }) => type),
  ).flat();
  const isOpen = (type: QuestionType) => (open.get(type) ?? []).length > 0;
  while (turns.some(isOpen))
    for (const type of turns) {
      const [best, ...rest] = (open.get(type) ?? []).toSorted((a, b) => usesOf(a) - usesOf(b));
      if (chosen.length === count) return chosen;
      if (best === undefined) continue;
      open.set(type, rest);
      for (const fact of best.facts) used.set(keyOf(fact), (used.get(keyOf(fact)) ?? 0) + 1);
      if (!chosen.some(other => sameFacts(other, best))) chosen.push({ ...best, type });
    }
  return chosen;
}

const keyOf = ({ fact }: AskedFact) => `${fact.document}\n${fact.path}`;

const sameFacts = (one: Construction, other: Construction): boolean =>
  one.facts.length === other.facts.length &&
  one.facts.every(fact => other.facts.some(twin => keyOf(twin) === keyOf(fact)));
