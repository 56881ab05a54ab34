// Gives turns to the types of a mix and, within each type, to the domains and languages that have documents.

import type { ItemType } from "../../schemas/items/item-types.ts";
import { compareTexts } from "../engine/grouping.ts";
import type { Cell, QuotaOptions } from "../items/quotas.ts";

type CellPlace = Pick<Cell, "domain" | "language">;
type Choice = Pick<QuotaOptions, "mix" | "bears">;

const minOf = (counts: readonly number[]): number => counts.indexOf(Math.min(...counts));

const typesOf = ({ mix }: Choice) =>
  (Object.entries(mix) as [ItemType, number][]).filter(([, weight]) => weight > 0);

const always = () => true;

/** All domains and languages, in a fixed order. */
const groupsOf = (documents: Iterable<CellPlace>): CellPlace[] =>
  [
    ...new Map(
      [...documents].map(({ domain, language }) => [
        `${domain}\n${language}`,
        { domain, language },
      ]),
    ),
  ]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([, group]) => group);

/** Every cell that may have a turn. */
export const cellsOf = (documents: Iterable<CellPlace>, choice: Choice): Cell[] =>
  groupsOf(documents)
    .flatMap(group => typesOf(choice).map(([type]) => ({ type, ...group })))
    .filter(choice.bears ?? always);

/**
 * The first `count` turns. Each goes to the type furthest behind its weight (Sainte-Laguë: weight / (2 × turns + 1)), and
 * within it to the domain and language with the fewest turns, of the type, then of all. More turns only add to fewer; by
 * largest remainder, as quotas are divided, a type could lose an item when the total grows.
 */
export function turnsOf(documents: Iterable<CellPlace>, choice: Choice, count: number): Cell[] {
  const { bears = always } = choice;
  const groups = groupsOf(documents);
  const all = groups.map(() => 0);
  const types = typesOf(choice)
    .map(([type, weight]) => ({
      type,
      weight,
      turns: 0,
      byGroup: groups.map(group => (bears({ type, ...group }) ? 0 : Number.POSITIVE_INFINITY)),
    }))
    .filter(({ byGroup }) => byGroup.includes(0));
  const turns: Cell[] = [];
  while (turns.length < count) {
    const lag = types.map(({ weight, turns }) => weight / (2 * turns + 1));
    const next = types[lag.indexOf(Math.max(...lag))];
    if (!next) break;
    // Of groups with equally few turns of this type, the one with the fewest in all: no count reaches the factor.
    const at = minOf(next.byGroup.map((turns, at) => turns * (count + 1) + (all[at] ?? 0)));
    next.turns += 1;
    next.byGroup[at] = (next.byGroup[at] ?? 0) + 1;
    all[at] = (all[at] ?? 0) + 1;
    turns.push(...groups.slice(at, at + 1).map(group => ({ type: next.type, ...group })));
  }
  return turns;
}
