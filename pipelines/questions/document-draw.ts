// Draws a representative sample of documents: each kind, size and age in proportion to its number or use.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import { groupBy } from "../engine/grouping.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { namesOf } from "../items/document-names.ts";

/** A document's format, its year, and its length to a factor of four. */
const stratumOf = ({ text, kind, format, published }: DocumentRow): string =>
  [
    format ?? kind,
    published?.slice(0, 4) ?? "",
    Math.floor(Math.log(text.length) / Math.log(4)),
  ].join("\n");

/** A number from 0 to just below 1, derived from the parts. */
export const fractionOf = (...parts: unknown[]): number =>
  Number.parseInt(hashOf(parts).slice(0, 12), 16) / 16 ** 12;

/** How much each listed document is used; each is given by one of its names. */
export type DocumentUses = readonly { readonly document: string; readonly weight: number }[];

export type UseOf = (document: DocumentRow) => number;

/** Finds a document's use in the list; documents that are not listed count as used once. */
export function usageFinder(weights: DocumentUses = []): UseOf {
  const byName = new Map(weights.map(({ document, weight }) => [document, weight]));
  return document =>
    weights.length === 0
      ? 1
      : ([...namesOf(document)].flatMap(name => byName.get(name) ?? [])[0] ?? 1);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * The rate that yields `count` documents on average if each is drawn with probability use × rate; those whose use makes
 * them certain to be drawn are drawn once (Cochran 1977, §9A). Must be called with ascending counts.
 */
function rateOver(uses: readonly number[]): (count: number) => number {
  const sorted = [...uses].sort((a, b) => b - a);
  const usesFromIndex: number[] = [];
  for (let index = sorted.length - 1; index >= 0; index--)
    usesFromIndex[index] = (usesFromIndex[index + 1] ?? 0) + (sorted[index] ?? 0);
  let certainCount = 0;
  return count => {
    while (
      (count - certainCount) * (sorted[certainCount] ?? 0) >
      (usesFromIndex[certainCount] ?? 0)
    )
      certainCount++;
    return (count - certainCount) / (usesFromIndex[certainCount] ?? 1);
  };
}

/**
 * The documents in sampling order, each as often as `drawCountOf` says (default: once). In every prefix each stratum
 * has its share of the use, to within one document, and the order of the input does not matter (systematic sampling
 * with a random start, Cochran 1977, §8); within a stratum a document's chance grows with its use (sequential Poisson
 * sampling, Ohlsson 1998).
 */
export function drawOrder(
  documents: readonly DocumentRow[],
  seed: number,
  useOf: UseOf = usageFinder(),
  drawCountOf: (document: DocumentRow) => number = () => 1,
): DocumentRow[] {
  const tickets = documents.flatMap(document =>
    Array.from({ length: drawCountOf(document) }, (_, turn) => ({ document, turn })),
  );
  const placedTickets = [...groupBy(tickets, ({ document }) => stratumOf(document))].flatMap(
    ([stratum, stratumTickets]) => {
      const start = fractionOf(seed, stratum);
      const rateOf = rateOver(stratumTickets.map(({ document }) => useOf(document)));
      return stratumTickets
        .map(({ document, turn }) => ({
          document,
          drawKey: fractionOf(seed, document.id, turn) / useOf(document),
        }))
        .sort((a, b) => a.drawKey - b.drawKey)
        .map(({ document, drawKey }, index) => ({
          document,
          drawKey,
          position: rateOf(index + start),
        }));
    },
  );
  return placedTickets
    .sort((a, b) => a.position - b.position || a.drawKey - b.drawKey)
    .map(({ document }) => document);
}

/**
 * How much use each drawn document represents: its own if it was certain to be drawn, otherwise as much as others of its
 * stratum. Strata without a drawn document are spread over all, so that the weights sum to the use of all documents.
 */
export function weightsOf(
  documents: readonly DocumentRow[],
  drawnDocuments: readonly DocumentRow[],
  useOf: UseOf = usageFinder(),
): Map<string, number> {
  const documentsByStratum = groupBy(documents, stratumOf);
  const strata = [...groupBy(drawnDocuments, stratumOf)].map(([stratum, drawnInStratum]) => {
    const uses = (documentsByStratum.get(stratum) ?? []).map(useOf);
    const interval = 1 / rateOver(uses)(drawnInStratum.length);
    const shares = drawnInStratum.map(document => ({
      id: document.id,
      share: Math.max(useOf(document), interval),
    }));
    return { use: sum(uses), shares };
  });
  const representedUse = sum(strata.map(({ use }) => use));
  const factor = sum(documents.map(useOf)) / representedUse;
  return new Map(
    strata.flatMap(({ use, shares }) => {
      const totalShare = sum(shares.map(({ share }) => share));
      return shares.map(({ id, share }) => [id, (factor * use * share) / totalShare] as const);
    }),
  );
}
