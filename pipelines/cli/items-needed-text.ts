// Text that `plan --detect` prints: items per document, and what the numbers are based on.

import type { ItemsNeeded } from "../../schemas/evaluation/items-needed.ts";
import { table } from "./print.ts";

type Range = ItemsNeeded["spread"];

const count = (value: number): string => value.toLocaleString("en-US");
const counts = ({ low, high }: Range): string => `${count(low)}–${count(high)}`;
const figure = ({ value, low, high }: Range): string =>
  `${value.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;

export function itemsNeededText(needed: ItemsNeeded): string {
  const { metric, difference, basis, spread, correlation, sizes } = needed;
  const rows = sizes.map(({ perDocument, designEffect, documents, items }) => [
    perDocument,
    count(documents.value),
    counts(documents),
    count(items.value),
    counts(items),
    designEffect.toFixed(2),
  ]);
  return [
    `To detect ${Number((100 * difference).toFixed(2))} points of ${metric} between two systems that answer the same items (95 % confidence, 80 % power):`,
    table(
      ["items per document", "documents", "low–high", "items", "low–high", "design effect"],
      rows,
    ),
    `Calculated from ${basis.source}.`,
    `Per-item differences have a standard deviation of ${figure(spread)}; those of two items on one document have a correlation of ${figure(correlation)}.`,
  ].join("\n");
}
