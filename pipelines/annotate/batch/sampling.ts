// Stratified sampling in hash order: the same on every machine, and mostly the same after candidates are added.

import type { ItemType, Language } from "../../../schemas/items/item-types.ts";
import type { Stratum } from "../../../schemas/output/annotation.ts";
import { hashOf } from "../../engine/fingerprint.ts";
import { groupBy } from "../../engine/grouping.ts";

/** Properties that a draw depends on. */
export interface Drawable {
  readonly id: string;
  /** Null if documents are ranked. */
  readonly type: ItemType | null;
  readonly language: Language;
  readonly domain: string;
  /** Rejected by the automatic filters; such candidates are strata of their own. */
  readonly rejected: boolean;
}

export interface WeightedCandidate<Candidate> {
  readonly candidate: Candidate;
  /** Number of candidates that it represents. */
  readonly weight: number;
  /** Probability that its item is drawn, if items are drawn for a decision. */
  readonly chance?: number;
}

/** A number per stratum, or a total in proportion to the strata. */
export type Amount = { readonly perStratum: number } | { readonly total: number };

/** Rows in an order that follows from the seed's parts and each row's id alone. */
export function inHashOrder<Row>(
  seed: readonly unknown[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const keyed = rows.map(row => ({ row, key: hashOf([...seed, idOf(row)]) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ row }) => row);
}

/**
 * Splits a total in proportion to sizes, into whole numbers by largest remainder (Hamilton's method); among equal remainders
 * the earlier goes first. No part exceeds its size.
 */
export function allot(sizes: readonly number[], total: number): number[] {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all === 0) return sizes.map(() => 0);
  const sum = Math.min(total, all);
  const parts = sizes.map(size => Math.floor((size * sum) / all));
  const rest = sum - parts.reduce((done, part) => done + part, 0);
  const byRemainder = sizes
    .map((size, index) => ({ index, remainder: (size * sum) % all }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, rest)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

const nameOf = ({ type, language, domain, rejected }: Omit<Drawable, "id">) =>
  JSON.stringify([rejected, type ?? "", language, domain]);

/** Draws from each stratum (type × language × domain × whether filters rejected it); both lists are ordered by stratum. */
export function drawSample<Candidate extends Drawable>(
  candidates: readonly Candidate[],
  { amount, randomSeed }: { amount: Amount; randomSeed: number },
): { drawn: WeightedCandidate<Candidate>[]; strata: Stratum[] } {
  // In hash order: otherwise equal remainders would always favour the strata that come first by name.
  const groups = inHashOrder(
    [randomSeed, "stratum"],
    [...groupBy(candidates, nameOf)],
    ([name]) => name,
  );
  const sizes = groups.map(([, group]) => group.length);
  const wanted =
    "total" in amount ? allot(sizes, amount.total) : sizes.map(() => amount.perStratum);
  const named = groups
    .map(([name, group], index) => ({ name, group, wanted: wanted[index] ?? 0 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const draws = named.map(({ group, wanted }) => drawStratum(group, wanted, randomSeed));
  return {
    drawn: draws.flatMap(({ drawn }) => drawn),
    strata: draws.flatMap(({ stratum }) => stratum ?? []),
  };
}

function drawStratum<Candidate extends Drawable>(
  group: readonly Candidate[],
  wanted: number,
  randomSeed: number,
): { drawn: WeightedCandidate<Candidate>[]; stratum: Stratum | undefined } {
  const taken = inHashOrder([randomSeed, "draw"], group, ({ id }) => id).slice(0, wanted);
  const drawn = taken.map(candidate => ({ candidate, weight: group.length / taken.length }));
  const [first] = group;
  if (!first) return { drawn, stratum: undefined };
  const { type, language, domain, rejected } = first;
  return {
    drawn,
    stratum: {
      type,
      language,
      domain,
      rejected,
      candidates: group.length,
      wanted,
      drawn: taken.length,
    },
  };
}

/** Deals rows out, one list per person: the first `overlap` share of them to everyone, the rest in turn. */
export function deal<Row>(rows: readonly Row[], people: number, overlap: number): Row[][] {
  const shared = Math.round(overlap * rows.length);
  return Array.from({ length: people }, (_, person) =>
    rows.filter((_, index) => index < shared || (index - shared) % people === person),
  );
}
