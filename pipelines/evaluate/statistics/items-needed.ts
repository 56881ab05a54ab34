// Computes the number of items and documents needed to detect a difference between two systems on the same items.

import type { ItemsNeeded } from "../../../schemas/evaluation/items-needed.ts";
import { drawFrom } from "../../text/random.ts";
import { type ClusteredSpread, clusteredSpread } from "./clustered-spread.ts";
import { percentileInterval, standardSeed } from "./resampling.ts";

// Standard normal quantiles: two-sided 5%, and 80% power.
const z = 1.959964 + 0.841621;
const resamples = 1000;
/** Numbers of items per document, one for each row of the table. */
const itemsPerDocument = [1, 2, 3, 5, 10, 20] as const;

/**
 * The default without a run: ω² = 1/9, from Miller (2024, section 5). The 28 pairs of eight BM25 settings on this project's demo (`npm start`; evidence
 * recall, 378 items about 154 documents) confirm it: spreads from 0.15 to 0.45, median 0.35, and correlations from 0 to 0.12, median
 * 0.05.
 */
export const defaultSpread: KnownSpread = {
  bestSpread: { standardDeviation: 1 / 3, correlation: 0.05 },
  otherSpreads: [
    { standardDeviation: 0.15, correlation: 0 },
    { standardDeviation: 0.45, correlation: 0.12 },
  ],
  isStatedRange: true,
};

const designEffectOf = (perDocument: number, correlation: number): number =>
  1 + (perDocument - 1) * correlation;

/** The smallest difference detectable with this many items about this many documents, given the default spread: the inverse of `sizeFor`. */
export function detectableBySize(items: number, documents: number): number {
  const { standardDeviation, correlation } = defaultSpread.bestSpread;
  const perDocument = Math.max(1, items / Math.max(1, documents));
  return (
    z * standardDeviation * Math.sqrt(designEffectOf(perDocument, correlation) / Math.max(1, items))
  );
}

type Size = Readonly<Record<"documents" | "items" | "designEffect", number>>;

/**
 * The number of documents, with `perDocument` items each, with which a paired test (5%, two-sided) detects the difference with 80% power: ((z.975 + z.80) · spread /
 * difference)² items if all were independent (Cohen 1988, chapter 2; Miller 2024, arXiv 2411.00640, equation 9), times the design effect 1 +
 * (m − 1) · correlation of m items about one document (Kish 1965, Survey Sampling, 5.4).
 */
export function sizeFor(
  { standardDeviation, correlation }: ClusteredSpread,
  difference: number,
  perDocument: number,
): Size {
  const designEffect = designEffectOf(perDocument, correlation);
  // Rounding errors must not add a document.
  const documents = Math.ceil(
    (((z * standardDeviation) / difference) ** 2 * designEffect) / perDocument - 1e-9,
  );
  return {
    designEffect,
    documents: Math.max(1, documents),
    items: Math.max(1, documents) * perDocument,
  };
}

/** A spread: the best estimate, and its uncertainty. */
export interface KnownSpread {
  readonly bestSpread: ClusteredSpread;
  /** Resamples, whose middle 95% is the interval, or the two ends of a stated range. */
  readonly otherSpreads: readonly ClusteredSpread[];
  readonly isStatedRange: boolean;
}

/** The spread with resamples: documents are drawn with replacement, each with all of its items. Undefined with fewer than two documents. */
export function resampledSpread(clusters: readonly (readonly number[])[]): KnownSpread | undefined {
  const bestSpread = clusteredSpread(clusters);
  if (bestSpread === undefined) return undefined;
  const draw = drawFrom(standardSeed);
  const otherSpreads = Array.from({ length: resamples }, () =>
    clusteredSpread(clusters.map(() => clusters[draw(clusters.length)] ?? [])),
  );
  return {
    bestSpread,
    otherSpreads: otherSpreads.filter(other => other !== undefined),
    isStatedRange: false,
  };
}

type Range = ItemsNeeded["spread"];

function rangeOf(
  { bestSpread, otherSpreads, isStatedRange }: KnownSpread,
  read: (spread: ClusteredSpread) => number,
): Range {
  const value = read(bestSpread);
  const resampledValues = otherSpreads.map(read);
  if (isStatedRange)
    return { value, low: Math.min(...resampledValues), high: Math.max(...resampledValues) };
  const { low, high } = percentileInterval(resampledValues);
  return { value, low: low ?? value, high: high ?? value };
}

/** The table of sizes, from the spread. */
export function itemsNeeded(
  known: KnownSpread,
  difference: number,
): Pick<ItemsNeeded, "spread" | "correlation" | "sizes"> {
  return {
    spread: rangeOf(known, ({ standardDeviation }) => standardDeviation),
    correlation: rangeOf(known, ({ correlation }) => correlation),
    sizes: itemsPerDocument.map(perDocument => {
      const wholeRange = (name: "documents" | "items") => {
        const range = rangeOf(known, spread => sizeFor(spread, difference, perDocument)[name]);
        return { ...range, low: Math.floor(range.low), high: Math.ceil(range.high) };
      };
      return {
        perDocument,
        designEffect: sizeFor(known.bestSpread, difference, perDocument).designEffect,
        documents: wholeRange("documents"),
        items: wholeRange("items"),
      };
    }),
  };
}
