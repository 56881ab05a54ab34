// Stratified sampling in hash order: the same on every machine, and mostly the same after candidates are added.

import type { ItemType, Language } from "../../../schemas/items/item-types.ts";
import type { Stratum } from "../../../schemas/output/annotation.ts";
import { hashOf } from "../../engine/fingerprint.ts";
import { groupBy } from "../../engine/grouping.ts";

/** The properties by which candidates are drawn. */
export interface Drawable {
  readonly id: string;
  /** Null if documents are ranked. */
  readonly type: ItemType | null;
  readonly language: Language;
  readonly domain: string;
  /** Whether the automatic filters rejected the candidate; such candidates form their own strata. */
  readonly isRejected: boolean;
}

export interface WeightedCandidate<Candidate> {
  readonly candidate: Candidate;
  /** Number of candidates that this one represents. */
  readonly weight: number;
  /** Probability that the candidate's item is drawn, if items are drawn for a decision. */
  readonly chance?: number;
}

/** A number per stratum, or a total in proportion to the strata. */
export type Amount = { readonly perStratum: number } | { readonly total: number };

/** Rows in an order that depends only on the parts of the seed and the ids. */
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
 * the first wins. No part exceeds its size.
 */
export function allot(sizes: readonly number[], total: number): number[] {
  const totalSize = sizes.reduce((sum, size) => sum + size, 0);
  if (totalSize === 0) return sizes.map(() => 0);
  const target = Math.min(total, totalSize);
  const parts = sizes.map(size => Math.floor((size * target) / totalSize));
  const remaining = target - parts.reduce((sum, part) => sum + part, 0);
  const indexesByRemainder = sizes
    .map((size, index) => ({ index, remainder: (size * target) % totalSize }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of indexesByRemainder.slice(0, remaining))
    parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

const stratumName = ({ type, language, domain, isRejected }: Omit<Drawable, "id">) =>
  JSON.stringify([isRejected, type ?? "", language, domain]);

/** Draws from each stratum (type × language × domain × whether filters rejected it); both lists are ordered by stratum. */
export function drawSample<Candidate extends Drawable>(
  candidates: readonly Candidate[],
  { amount, randomSeed }: { amount: Amount; randomSeed: number },
): { drawnCandidates: WeightedCandidate<Candidate>[]; strata: Stratum[] } {
  // Hash order keeps equal remainders from always favouring the strata that come first by name.
  const groups = inHashOrder(
    [randomSeed, "stratum"],
    [...groupBy(candidates, stratumName)],
    ([name]) => name,
  );
  const sizes = groups.map(([, group]) => group.length);
  const wantedCounts =
    "total" in amount ? allot(sizes, amount.total) : sizes.map(() => amount.perStratum);
  const strata = groups
    .map(([name, group], index) => ({ name, group, wanted: wantedCounts[index] ?? 0 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const draws = strata.map(({ group, wanted }) => ({
    group,
    wanted,
    rows: inHashOrder([randomSeed, "draw"], group, ({ id }) => id).slice(0, wanted),
  }));
  return {
    drawnCandidates: draws.flatMap(({ group, rows }) =>
      rows.map(candidate => ({ candidate, weight: group.length / rows.length })),
    ),
    strata: draws.flatMap(({ group, wanted: count, rows }) =>
      group.slice(0, 1).map(({ type, language, domain, isRejected }) => ({
        type,
        language,
        domain,
        rejected: isRejected,
        candidates: group.length,
        wanted: count,
        drawn: rows.length,
      })),
    ),
  };
}

/** Deals out rows, one list per person: the first ones (a share given by `overlap`) to everyone, the others in turn. */
export function deal<Row>(rows: readonly Row[], people: number, overlap: number): Row[][] {
  const shared = Math.round(overlap * rows.length);
  return Array.from({ length: people }, (_, person) =>
    rows.filter((_, index) => index < shared || (index - shared) % people === person),
  );
}
