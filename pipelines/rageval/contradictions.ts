// What is wrong with a filled config, in words a model can act on: form, order, conditions, sums, and what cannot be true together.

import { leafAt } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { clashesIn, daysIn } from "../text/clashes.ts";
import { daysOf, writeDate, writeQuantity } from "../text/written-values.ts";
import { amountInUnit, sumOfParts } from "./amounts.ts";
import { baseOf } from "./date-order.ts";
import { isLeftOut, isPathOf, valuesAt } from "./filling.ts";
import { formProblem } from "./value-form.ts";

const say = ({ path, value }: Pick<ConfigValue, "path" | "value">, wrong: string) => `${path} "${value}": ${wrong.replace(/[.。]$/, "")}.`;

/**
 * All contradictions of a config, one string each: path, value, what is wrong. `set` are the values code had filled
 * before the model was asked: those may not have changed. Empty when the config can stand.
 */
export function contradictions(schema: ScenarioSchema, values: readonly ConfigValue[], set: readonly ConfigValue[] = []): string[] {
  return [
    ...changedValues(values, set),
    ...unknownPaths(schema, values),
    ...missingLeaves(schema, values),
    ...values.flatMap(value => wrongValue(schema, values, value)),
    ...clashesIn(schema, values).map(clash => say(clash, clash.wrong)),
  ];
}

function changedValues(values: readonly ConfigValue[], set: readonly ConfigValue[]): string[] {
  return set.flatMap(fixed => {
    const now = values.find(({ path }) => path === fixed.path);
    if (now?.value === fixed.value) return [];
    return [now ? say(now, `must stay "${fixed.value}", which was set before`) : say(fixed, "was set before and is gone")];
  });
}

function unknownPaths(schema: ScenarioSchema, values: readonly ConfigValue[]): string[] {
  const twice = values.filter(({ path }, index) => values.findIndex(value => value.path === path) !== index);
  const unknown = values.filter(({ path }) => leafAt(schema, path) === undefined);
  return [...unknown.map(value => say(value, "the schema has no such path")), ...twice.map(value => say(value, "this path has a value already"))];
}

function missingLeaves(schema: ScenarioSchema, values: readonly ConfigValue[]): string[] {
  const missing = schema.leaves.filter(leaf => valuesAt(values, leaf).length === 0 && !isLeftOut(schema, leaf, values) && !isUndecided(schema, leaf, values));
  return missing.map(({ path, label }) => `${path} (${label}): has no value.`);
}

// A condition on a leaf that itself has no value is reported there, not at every leaf that hangs on it.
function isUndecided(schema: ScenarioSchema, { onlyIf }: Leaf, values: readonly ConfigValue[]): boolean {
  const condition = schema.leaves.find(({ path }) => path === onlyIf?.path);
  return condition !== undefined && valuesAt(values, condition).length === 0;
}

function wrongValue(schema: ScenarioSchema, values: readonly ConfigValue[], value: ConfigValue): string[] {
  const leaf = schema.leaves.find(candidate => isPathOf(candidate, value.path));
  if (leaf === undefined) return [];
  const conditional = isLeftOut(schema, leaf, values) && leaf.onlyIf;
  if (conditional) return [say(value, `must be left out: it is told only if ${conditional.path} is ${conditional.equals.join(" or ")}`)];
  const wrong = formProblem(schema, leaf, value.value, values) ?? orderProblem(schema, leaf, value.value, values) ?? sumProblem(schema, leaf, value.value, values);
  return wrong === undefined ? [] : [say(value, wrong)];
}

// Both dates may be exact to the month only: the order is broken where no day of the one can follow a day of the other.
function orderProblem(schema: ScenarioSchema, leaf: Leaf, value: string, values: readonly ConfigValue[]): string | undefined {
  if (leaf.type !== "date") return undefined;
  const { language } = schema;
  const days = daysIn(value, language);
  const period = [daysOf(leaf.period?.from ?? "")?.first, daysOf(leaf.period?.to ?? "")?.last] as const;
  if (days && period[0] !== undefined && days.last < period[0]) return `is before ${writeDate(period[0], language)}, the beginning of its period`;
  if (days && period[1] !== undefined && days.first > period[1]) return `is after ${writeDate(period[1], language)}, the end of its period`;
  const base = baseOf(leaf, { schema, values });
  if (!days || !base || !leaf.after) return undefined;
  const { minimumDays, maximumDays } = leaf.after;
  const than = `${base.leaf.path} ${base.told}`;
  if (days.last < base.first + minimumDays) return `must be at least ${minimumDays} days after ${than}`;
  // Where the date before is left out, how long after the one before that is not said.
  return base.leaf.path === leaf.after.path && days.first > base.last + maximumDays ? `must be at most ${maximumDays} days after ${than}` : undefined;
}

function sumProblem(schema: ScenarioSchema, leaf: Leaf, value: string, values: readonly ConfigValue[]): string | undefined {
  if (!leaf.sumOf) return undefined;
  const sum = sumOfParts(leaf, { schema, values });
  const told = amountInUnit(value, leaf, schema.language);
  if (sum === undefined || told === undefined || Math.abs(sum - told) < 1e-6 * Math.max(1, Math.abs(sum))) return undefined;
  const decimals = Math.min(6, `${told}`.split(".")[1]?.length ?? 0);
  const written = writeQuantity(sum, { ...leaf, range: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, decimals } }, schema.language);
  return `is not the sum of ${leaf.sumOf.join(", ")}, which is ${written}`;
}
