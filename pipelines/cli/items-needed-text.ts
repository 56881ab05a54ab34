// What `plan --detect` prints: items by documents, and what the numbers rest on.

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
    `To see ${Number((100 * difference).toFixed(2))} points of ${metric} between two systems that answer the same items (95 % confidence, 80 % power):`,
    table(
      ["items a document", "documents", "low–high", "items", "low–high", "design effect"],
      rows,
    ),
    `Reckoned from ${basis.source}.`,
    `An item's difference has a standard deviation of ${figure(spread)}; those of two items on one document correlate by ${figure(correlation)}.`,
  ].join("\n");
}
