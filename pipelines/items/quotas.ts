// Computes how many items of each type, domain and language to generate; divides the total by largest remainder.

import type { Language, ItemType } from "../../schemas/items/item-types.ts";

/** A type in one domain and language. */
export interface Cell<Type extends ItemType = ItemType> {
  readonly type: Type;
  readonly domain: string;
  readonly language: Language;
}

export interface QuotaOptions<Type extends ItemType = ItemType> {
  readonly items: number;
  readonly mix: Readonly<Partial<Record<Type, number>>>;
  /** Whether a domain and language can yield a type; if absent, every one can. */
  readonly canYield?: (cell: Cell) => boolean;
  /** Characters of the text that `items` was set for; if there is more text now, the number of items grows in proportion; undefined: it stays the same. */
  readonly base?: number;
}

export interface Quota<Type extends ItemType = ItemType> extends Cell<Type> {
  readonly target: number;
}

/** Whole numbers in proportion to the weights that sum to the total; if remainders tie, the earlier weight gets more. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exactShares = weights.map(weight => (total * weight) / sum);
  const shares = exactShares.map(Math.floor);
  const unitsLeft = total - shares.reduce((a, b) => a + b, 0);
  const byRemainder = exactShares
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, unitsLeft)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** What quotas need to know about a document. */
interface SizedDocument {
  readonly domain: string;
  readonly language: Language;
  readonly text?: string;
}

/** The total number of items: proportionally more if there is more text than it was set for. */
export function itemsWanted(
  documents: Iterable<Pick<SizedDocument, "text">>,
  { items, base }: Pick<QuotaOptions, "items"> & { readonly base?: number | undefined },
): number {
  if (base === undefined) return items;
  let characters = 0;
  for (const { text = "" } of documents) characters += text.length;
  return Math.max(items, Math.round((items * characters) / base));
}

/** Spreads one type's items over these groups as evenly as possible; the remainder goes to those with the fewest so far. */
function spreadOver(target: number, totals: Map<string, number>, groups: readonly string[]) {
  const totalOf = (group: string) => totals.get(group) ?? 0;
  const equalShare = Math.floor(target / groups.length);
  const fewestFirst = groups.toSorted((a, b) => totalOf(a) - totalOf(b));
  const favoured = fewestFirst.slice(0, target % groups.length);
  const shares = new Map(
    groups.map(group => [group, equalShare + (favoured.includes(group) ? 1 : 0)]),
  );
  for (const [group, share] of shares) totals.set(group, totalOf(group) + share);
  return shares;
}

/**
 * The quota of every type in every domain and language that has documents, in a fixed order. The total is divided among
 * the types first, then each type among the groups, so that a small total loses no type to rounding in each group.
 */
export function quotasFor<Type extends ItemType>(
  documents: Iterable<SizedDocument>,
  { items, mix, base, canYield = () => true }: QuotaOptions<Type>,
): Quota<Type>[] {
  const rows = [...documents];
  const groups = [...new Set(rows.map(({ domain, language }) => `${domain}\n${language}`))].sort();
  const types = typesOf(mix).flatMap(([type, weight]) => {
    const yieldingGroups = groups.filter(group =>
      canYield({ type, ...domainAndLanguageOf(group) }),
    );
    return yieldingGroups.length > 0 ? [{ type, weight, groups: yieldingGroups }] : [];
  });
  const totals = new Map<string, number>();
  const targets = apportion(
    itemsWanted(rows, { items, base }),
    types.map(({ weight }) => weight),
  );
  const sharesByType = types.map(({ type, groups: yieldingGroups }, index) => ({
    type,
    shares: spreadOver(targets[index] ?? 0, totals, yieldingGroups),
  }));
  return groups.flatMap(group =>
    sharesByType.flatMap(({ type, shares }) => {
      const target = shares.get(group);
      return target === undefined ? [] : [{ type, ...domainAndLanguageOf(group), target }];
    }),
  );
}

function domainAndLanguageOf(group: string): Pick<Cell, "domain" | "language"> {
  const [domain = "", language = ""] = group.split("\n");
  return { domain, language: language as Language };
}

const typesOf = <Type extends ItemType>(mix: QuotaOptions<Type>["mix"]) =>
  (Object.entries(mix) as [Type, number][]).filter(([, weight]) => weight > 0);

/** The smallest number of items that includes one of this type, which must have a weight. */
export function minItemsWith(type: ItemType, mix: QuotaOptions["mix"]): number {
  const types = typesOf(mix);
  const index = types.findIndex(([name]) => name === type);
  if (index < 0) throw new Error(`${type} has no weight in the mix`);
  const weights = types.map(([, weight]) => weight);
  let items = 1;
  while ((apportion(items, weights)[index] ?? 0) === 0) items++;
  return items;
}

export const cellKey = ({ type, domain, language }: Record<keyof Cell, string>) =>
  `${type}/${domain}/${language}`;
