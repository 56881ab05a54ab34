// Draws documents that speak for their folder: every kind, size and age as often as it is there, more for more items.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import { countOf, groupBy } from "../engine/grouping.ts";
import { hashOf } from "../engine/fingerprint.ts";

/** What it was read from, the year it is of, and its length to a factor of four. */
const stratumOf = ({ text, kind, format, published }: DocumentRow): string =>
  [
    format ?? kind,
    published?.slice(0, 4) ?? "",
    Math.floor(Math.log(text.length) / Math.log(4)),
  ].join("\n");

/** A number from 0 up to 1 that follows from the parts. */
const fraction = (...parts: unknown[]): number =>
  Number.parseInt(hashOf(parts).slice(0, 12), 16) / 16 ** 12;

/**
 * The documents in the order in which they are drawn. Of every beginning of it each stratum has its share, to one
 * document, and it is the same in whatever order they come (systematic sampling with a drawn start, Cochran 1977, §8).
 */
export function drawOrder(documents: readonly DocumentRow[], seed: number): DocumentRow[] {
  const placed = [...groupBy(documents, stratumOf)].flatMap(([stratum, rows]) => {
    const start = fraction(seed, stratum);
    return rows
      .map(document => ({ document, lot: fraction(seed, document.text) }))
      .sort((a, b) => a.lot - b.lot)
      .map(({ document, lot }, at) => ({ document, lot, turn: (at + start) / rows.length }));
  });
  return placed.sort((a, b) => a.turn - b.turn || a.lot - b.lot).map(({ document }) => document);
}

/**
 * How many documents each drawn one speaks for: those of its stratum over the drawn ones of it. Strata of which none was
 * drawn are shared by all, so that the weights sum to the number of documents.
 */
export function weightsOf(
  documents: readonly DocumentRow[],
  drawn: readonly DocumentRow[],
): Map<string, number> {
  const [all, taken] = [countOf(documents.map(stratumOf)), countOf(drawn.map(stratumOf))];
  const represented = [...taken.keys()].reduce((sum, stratum) => sum + (all.get(stratum) ?? 0), 0);
  return new Map(
    drawn.map(document => {
      const stratum = stratumOf(document);
      const own = (all.get(stratum) ?? 0) / (taken.get(stratum) ?? 1);
      return [document.id, (own * documents.length) / represented];
    }),
  );
}
