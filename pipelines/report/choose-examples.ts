// Chooses the example items: two of every type in each language, from different domains if possible.

import type { ItemRow } from "../../schemas/items/records.ts";
import { Language, ItemType } from "../../schemas/items/item-types.ts";

const examplesPerType = 2;

/** Starts with a different domain for each `offset`, so that all domains are shown. */
function pick(rows: readonly ItemRow[], offset: number): ItemRow[] {
  const domains = [...new Set(rows.map(({ domain }) => domain))].sort();
  const domainsInOrder = domains.map((_, index) => domains[(index + offset) % domains.length]);
  const oneOfEach = domainsInOrder.flatMap(domain => rows.find(row => row.domain === domain) ?? []);
  const rest = rows.filter(row => !oneOfEach.includes(row));
  return [...oneOfEach, ...rest].slice(0, examplesPerType);
}

/** The examples, by language, then type. */
export const chooseExamples = (rows: readonly ItemRow[]): ItemRow[] =>
  Language.options.flatMap(language =>
    ItemType.options.flatMap((type, typeIndex) =>
      pick(
        rows.filter(row => row.type === type && row.language === language),
        typeIndex * examplesPerType,
      ),
    ),
  );
