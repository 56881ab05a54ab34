// How many items of each type, domain and language are wanted: the total split exactly by largest remainder.

import type { Language, ItemType } from "../../schemas/items/item-types.ts";

export interface QuotaOptions<Type extends ItemType = ItemType> {
  readonly items: number;
  readonly mix: Readonly<Partial<Record<Type, number>>>;
  /** Characters of the text for which so many items were wanted; where there is more by now, more are wanted in proportion. */
  readonly base?: number;
}

export interface Quota<Type extends ItemType = ItemType> {
  readonly type: Type;
  readonly language: Language;
  readonly domain: string;
  readonly target: number;
}

/** Whole numbers in proportion to the weights that sum to the total; equal remainders go to the earlier weight. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map(weight => (total * weight) / sum);
  const shares = exact.map(Math.floor);
  const left = total - shares.reduce((a, b) => a + b, 0);
  const byRemainder = exact.map((value, index) => ({ index, remainder: value - Math.floor(value) })).sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

interface Sized {
  readonly domain: string;
  readonly language: Language;
  readonly text?: string;
}

/** The quota of every type in every domain and language that has documents, in a fixed order. */
export function quotasFor<Type extends ItemType>(documents: Iterable<Sized>, { items, mix, base }: QuotaOptions<Type>): Quota<Type>[] {
  const rows = [...documents];
  const groups = [...new Set(rows.map(({ domain, language }) => `${domain}\n${language}`))].sort();
  const types = (Object.entries(mix) as [Type, number][]).filter(([, weight]) => weight > 0);
  const cells = groups.flatMap(group => types.map(([type, weight]) => ({ group, type, weight })));
  const characters = rows.reduce((sum, { text = "" }) => sum + text.length, 0);
  const targets = apportion(
    base === undefined ? items : Math.max(items, Math.round((items * characters) / base)),
    cells.map(({ weight }) => weight),
  );
  return cells.map(({ group, type }, index) => {
    const [domain = "", language = ""] = group.split("\n");
    return { type, domain, language: language as Language, target: targets[index] ?? 0 };
  });
}

export const groupKey = ({ type, domain, language }: { type: string; domain: string; language: string }) => `${type}/${domain}/${language}`;
