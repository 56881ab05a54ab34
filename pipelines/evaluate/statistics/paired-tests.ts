// Tests whether two systems differ on the same items: a permutation test, with the interval of the difference.

import type { Comparison } from "../../../schemas/evaluation/result.ts";
import { drawFrom } from "../../text/random.ts";
import { bootstrap, meanStatistic, standardSeed } from "./resampling.ts";

/** An item on which both systems have a value. */
export interface PairedItem {
  /** The first system's value minus the second's. */
  readonly difference: number;
  /** The item's weight in the mean. */
  readonly weight: number;
}

export type PairedTest = Omit<Comparison, "metric" | "first" | "second">;

const maxExactItems = 20;
const drawCount = 10_000;
const blockSize = 8;

/** The sum of each block of eight items under each of the 256 sign patterns: a sum over many items then takes one table lookup per eight items. */
function signedSums(values: readonly number[]): Float64Array[] {
  return Array.from({ length: Math.ceil(values.length / blockSize) }, (_, block) => {
    const valuesInBlock = values.slice(block * blockSize, (block + 1) * blockSize);
    return Float64Array.from({ length: 1 << valuesInBlock.length }, (_sum, signs) =>
      valuesInBlock.reduce((total, value, bit) => total + (signs & (1 << bit) ? -value : value), 0),
    );
  });
}

/** The sums under all sign patterns. */
function allSums(values: readonly number[]): Float64Array {
  const tables = signedSums(values);
  return Float64Array.from({ length: 2 ** values.length }, (_, signs) =>
    tables.reduce(
      (total, table, block) =>
        total + (table[(signs >>> (block * blockSize)) & (table.length - 1)] as number),
      0,
    ),
  );
}

/** The sums under randomly drawn signs. */
function drawnSums(values: readonly number[]): Float64Array {
  const draw = drawFrom(standardSeed);
  const sums = new Float64Array(drawCount);
  const tables = signedSums(values);
  // Block by block, so that the tables in use stay in the cache; one random number has the signs for four of them.
  for (let block = 0; block < tables.length; block += 4)
    for (let drawIndex = 0; drawIndex < drawCount; drawIndex += 1) {
      const signs = draw(2 ** 32) | 0;
      let total = sums[drawIndex] as number;
      for (
        let tableIndex = 0;
        tableIndex < 4 && block + tableIndex < tables.length;
        tableIndex += 1
      ) {
        const table = tables[block + tableIndex] as Float64Array;
        total += table[(signs >>> (tableIndex * blockSize)) & (table.length - 1)] as number;
      }
      sums[drawIndex] = total;
    }
  return sums;
}

/**
 * The share of sign patterns whose sum is at least as far from 0 as the observed one. If the systems were equal, each difference could just as well
 * have the other sign (Fisher 1935, The Design of Experiments; for systems on the same questions: Smucker, Allan and Carterette
 * 2007, CIKM). For up to 20 non-zero differences, all patterns are tried; otherwise 10,000 random ones. The observed pattern counts among them, so that p is
 * never 0 (Phipson and Smyth 2010, Statistical Applications in Genetics and Molecular Biology 9). 1 if nothing differs.
 */
export function permutationP(contributions: readonly number[]): number | null {
  if (contributions.length === 0) return null;
  // A difference of 0 has no sign: leaving it out changes no sum.
  const values = contributions.filter(value => value !== 0);
  const observed = Math.abs(values.reduce((total, value) => total + value, 0));
  // Sums that differ only by rounding count as equal.
  const minSum = observed - 1e-12 * values.reduce((total, value) => total + Math.abs(value), 0);
  const isExact = values.length <= maxExactItems;
  const sums = isExact ? allSums(values) : drawnSums(values);
  let extremeCount = 0;
  for (const sum of sums) if (Math.abs(sum) >= minSum) extremeCount += 1;
  return isExact ? extremeCount / sums.length : (extremeCount + 1) / (sums.length + 1);
}

/**
 * Tests each list of items: Σ weight · difference / Σ weight, its bootstrap interval, and p from permuting the signs of weight ·
 * difference. Lists of the same length (metrics of the same two systems) share their random numbers.
 */
export function pairedTests(lists: readonly (readonly PairedItem[])[]): PairedTest[] {
  const statistics = lists.map(items =>
    meanStatistic({
      values: items.map(({ difference }) => difference),
      weights: items.map(({ weight }) => weight),
    }),
  );
  return bootstrap(statistics).map(({ value: difference, low, high }, index) => {
    const items = lists[index] ?? [];
    const contributions = items.map(item => item.weight * item.difference);
    const p = difference === null ? null : permutationP(contributions);
    return { difference, low, high, p, n: items.length };
  });
}
