// Numbers and money as config values state them, counted in the unit of their leaf.

import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { findValues } from "../text/values.ts";
import { writeQuantity } from "../text/written-values.ts";
import { valuesAt } from "./filling.ts";

type Language = "zh" | "en";

/** The first number, percentage, duration or amount in a value, in the smallest unit; undefined where there is none. */
function amountIn(value: string, language: Language): number | undefined {
  const found = findValues(value, language).find(
    ({ kind, canonical }) => kind !== "date" || /^\d+$/.test(canonical),
  );
  const amount = found === undefined ? Number.NaN : Number.parseFloat(found.canonical);
  return Number.isNaN(amount) ? undefined : amount;
}

/** An amount in the leaf's unit: 3,000万元 is 3000 where the unit is 万元. */
export function amountInUnit(value: string, leaf: Leaf, language: Language): number | undefined {
  const amount = amountIn(value, language);
  const one = amountIn(
    writeQuantity(
      1,
      { type: leaf.type, ...(leaf.unit === undefined ? {} : { unit: leaf.unit }) },
      language,
    ),
    language,
  );
  return amount === undefined ? undefined : amount / (one === undefined || one === 0 ? 1 : one);
}

interface Parts {
  readonly schema: ScenarioSchema;
  readonly values: readonly ConfigValue[];
}

const partsOf = ({ sumOf }: Leaf, schema: ScenarioSchema) =>
  (sumOf ?? []).flatMap(path => schema.leaves.find(leaf => leaf.path === path) ?? []);

/** The sum of the leaves named in `sumOf`, in the unit of the sum; undefined when none of them is told. */
export function sumOfParts(leaf: Leaf, { schema, values }: Parts): number | undefined {
  const told = partsOf(leaf, schema).flatMap(part => valuesAt(values, part));
  const amounts = told.map(value => amountInUnit(value, leaf, schema.language));
  return amounts.length === 0 || amounts.includes(undefined)
    ? undefined
    : amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

/** The sum as it is written, as exact as the most exact of its parts. */
export function sumInUnit(leaf: Leaf, parts: Parts): string[] {
  const sum = sumOfParts(leaf, parts);
  if (sum === undefined) return [];
  const decimals =
    leaf.range?.decimals ??
    Math.max(0, ...partsOf(leaf, parts.schema).map(({ range }) => range?.decimals ?? 0));
  return [
    writeQuantity(
      sum,
      { ...leaf, range: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, decimals } },
      parts.schema.language,
    ),
  ];
}
