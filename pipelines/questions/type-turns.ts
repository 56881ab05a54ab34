// Gives turns to the types of a mix and, within each type, to the domains and languages that have documents.

import type { ItemType } from "../../schemas/items/item-types.ts";
import { compareStrings } from "../engine/grouping.ts";
import type { Cell, QuotaOptions } from "../items/quotas.ts";

type CellGroup = Pick<Cell, "domain" | "language">;
type Choice = Pick<QuotaOptions, "mix" | "canYield">;

/** The index of the lowest count; if there are several, the first. */
const indexOfLowest = (counts: readonly number[]): number => counts.indexOf(Math.min(...counts));

const typesOf = ({ mix }: Choice) =>
  (Object.entries(mix) as [ItemType, number][]).filter(([, weight]) => weight > 0);

const allowAll = () => true;

/** All domains and languages, in a fixed order. */
const groupsOf = (documents: Iterable<CellGroup>): CellGroup[] =>
  [
    ...new Map(
      [...documents].map(({ domain, language }) => [
        `${domain}\n${language}`,
        { domain, language },
      ]),
    ),
  ]
    .sort(([a], [b]) => compareStrings(a, b))
    .map(([, group]) => group);

/** Every cell that may get a turn. */
export const cellsOf = (documents: Iterable<CellGroup>, choice: Choice): Cell[] =>
  groupsOf(documents)
    .flatMap(group => typesOf(choice).map(([type]) => ({ type, ...group })))
    .filter(choice.canYield ?? allowAll);

/**
 * The first `count` turns. Each goes to the type furthest behind its weight (Sainte-Laguë: weight / (2 × turns +
 * 1)), and within it to the domain and language with the fewest turns: for the type or, in a tie, for all types. A
 * longer list of turns begins with the shorter one; with the largest-remainder method, which divides quotas, a type
 * could lose an item when the total grows.
 */
export function turnsOf(documents: Iterable<CellGroup>, choice: Choice, count: number): Cell[] {
  const { canYield = allowAll } = choice;
  const groups = groupsOf(documents);
  const turnsOfGroups = groups.map(() => 0);
  const types = typesOf(choice)
    .map(([type, weight]) => ({
      type,
      weight,
      turns: 0,
      turnsByGroup: groups.map(group =>
        canYield({ type, ...group }) ? 0 : Number.POSITIVE_INFINITY,
      ),
    }))
    .filter(({ turnsByGroup }) => turnsByGroup.includes(0));
  const turns: Cell[] = [];
  while (turns.length < count) {
    const claims = types.map(({ weight, turns }) => weight / (2 * turns + 1));
    const nextType = types[claims.indexOf(Math.max(...claims))];
    if (!nextType) break;
    // The second term only breaks ties, since no group's total turns exceed `count`.
    const groupIndex = indexOfLowest(
      nextType.turnsByGroup.map(
        (turns, index) => turns * (count + 1) + (turnsOfGroups[index] ?? 0),
      ),
    );
    nextType.turns += 1;
    nextType.turnsByGroup[groupIndex] = (nextType.turnsByGroup[groupIndex] ?? 0) + 1;
    turnsOfGroups[groupIndex] = (turnsOfGroups[groupIndex] ?? 0) + 1;
    turns.push(
      ...groups.slice(groupIndex, groupIndex + 1).map(group => ({ type: nextType.type, ...group })),
    );
  }
  return turns;
}
