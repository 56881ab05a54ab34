// Chooses the example items: two of every type in each language, from different domains if possible.

import type { ItemRow } from "../../schemas/items/records.ts";
import { Language, ItemType } from "../../schemas/items/item-types.ts";

const perType = 2;

/** Starts with a different domain for each type, so that all domains are seen. */
function pick(rows: readonly ItemRow[], turn: number): ItemRow[] {
  const domains = [...new Set(rows.map(({ domain }) => domain))].sort();
  const order = domains.map((_, index) => domains[(index + turn) % domains.length]);
  const first = order.flatMap(domain => rows.find(row => row.domain === domain) ?? []);
  const rest = rows.filter(row => !first.includes(row));
  return [...first, ...rest].slice(0, perType);
}

/** The examples, by language, then type. */
export const chooseExamples = (rows: readonly ItemRow[]): ItemRow[] =>
  Language.options.flatMap(language =>
    ItemType.options.flatMap((type, turn) =>
      pick(
        rows.filter(row => row.type === type && row.language === language),
        turn * perType,
      ),
    ),
  );
