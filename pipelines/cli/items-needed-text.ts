// Formats what `plan --detect` prints: how many items and documents are needed, and what the numbers are based on.

import type { ItemsNeeded } from "../../schemas/evaluation/items-needed.ts";
import { table } from "./printer.ts";

type Range = ItemsNeeded["spread"];

const countText = (value: number): string => value.toLocaleString("en-US");
const rangeText = ({ low, high }: Range): string => `${countText(low)}–${countText(high)}`;
const figureText = ({ value, low, high }: Range): string =>
  `${value.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;

export function itemsNeededText(needed: ItemsNeeded): string {
  const { metric, difference, basis, spread, correlation, sizes } = needed;
  const rows = sizes.map(({ perDocument, designEffect, documents, items }) => [
    perDocument,
    countText(documents.value),
    rangeText(documents),
    countText(items.value),
    rangeText(items),
    designEffect.toFixed(2),
  ]);
  return [
    `To detect ${Number((100 * difference).toFixed(2))} points of ${metric} between two systems that answer the same items (95% confidence, 80% power):`,
    table(
      ["items per document", "documents", "low–high", "items", "low–high", "design effect"],
      rows,
    ),
    `Calculated from ${basis.source}.`,
    `Per-item differences have a standard deviation of ${figureText(spread)}; those of two items about one document have a correlation of ${figureText(correlation)}.`,
  ].join("\n");
}
