// Draws the value of one leaf by code: an option, a date in order, a number in range, a sum, a pattern, a name.

import type { Names } from "../../schemas/rageval/names.ts";
import { fillPattern, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { firstDateRangeIn, addsNoClash, isRepeatedInList, ageInYears } from "../text/clashes.ts";
import { drawParts } from "../text/draw-parts.ts";
import { inventName, type DrawnNames } from "../text/invented-names.ts";
import { sexOf, personSignsIn } from "../text/person-signs.ts";
import type { Person } from "../../schemas/rageval/person-leaves.ts";
import { shuffle } from "../text/random.ts";
import {
  dayRangeOf,
  inventDay,
  inventNumber,
  writeDate,
  writeQuantity,
  yearsBetween,
} from "../text/write-values.ts";
import { computedValue, agreementFor } from "./value-agreements.ts";
import { precedingDateOf, drawDates, periodOf } from "./date-order.ts";
import { countOf, isNameOf, valuesAt } from "./config-state.ts";

export interface FillContext {
  readonly schema: ScenarioSchema;
  readonly subScenario: string | null;
  readonly names: Names;
  readonly drawnNames: DrawnNames;
  readonly people: readonly Person[];
  readonly values: ConfigValue[];
}

const maxAttempts = 40;

/** The options of a leaf: those of the sub-scenario, if any, before the general ones. */
function optionsOf(leaf: Leaf, { schema, subScenario, values }: FillContext): string[] {
  const subScenarioLeaf = schema.leaves.find(({ path }) => path === schema.subScenario);
  const name = subScenario ?? (subScenarioLeaf && valuesAt(values, subScenarioLeaf)[0]);
  const options = (name === undefined ? undefined : leaf.optionsBy?.[name]) ?? leaf.options ?? [];
  return options.flatMap(option => fillFrom(option, schema, values) ?? []);
}

const fillFrom = (pattern: string, schema: ScenarioSchema, values: readonly ConfigValue[]) =>
  fillPattern(pattern, path => {
    const leaf = schema.leaves.find(other => other.path === path);
    return leaf && valuesAt(values, leaf)[0];
  });

// Checking for clashes is expensive; most values cannot cause any.
function mayClash(leaf: Leaf, value: string, { schema, people }: FillContext): boolean {
  const isInContradiction = schema.contradictions.some(({ when, never }) =>
    [when.path, never.path].includes(withoutElement(leaf.path)),
  );
  const isVital = people.some(({ age, birth, sex, marriage }) =>
    [age, birth, sex, marriage].includes(leaf),
  );
  return (
    isInContradiction ||
    isVital ||
    (people.length > 0 && personSignsIn(value, schema.language, true).length > 0)
  );
}

const isConsistent = (leaf: Leaf, context: FillContext) => (value: string) =>
  !isRepeatedInList(context.values, { ...leaf, value }) &&
  (!mayClash(leaf, value, context) ||
    addsNoClash(context.schema, context.values, { path: leaf.path, value }));

/** Draws the values of a leaf: one, several for a list, none if code has nothing to draw from. */
export function drawValues(leaf: Leaf, context: FillContext): string[] {
  const { draw } = context.drawnNames;
  if (leaf.path === context.schema.subScenario && context.subScenario !== null)
    return [context.subScenario];
  const agreement = agreementFor(context.schema, leaf);
  if (agreement) return [computedValue(agreement, leaf, context) ?? []].flat();
  const { pattern } = leaf;
  if (pattern !== undefined)
    return drawConsistent(leaf, context, () => drawPattern(pattern, context));
  const { minimum, maximum } = countOf(leaf);
  const count = leaf.many ? minimum + draw(maximum - minimum + 1) : 1;
  if (leaf.options || leaf.optionsBy) return drawOptions(leaf, context, count);
  if (leaf.type === "date")
    return drawConsistent(leaf, context, () => drawDays(leaf, context, count));
  return Array.from({ length: count }).flatMap(() =>
    drawConsistent(leaf, context, () => drawSingle(leaf, context)),
  );
}

function drawPattern(pattern: string, { schema, values, drawnNames }: FillContext): string[] {
  const filled = fillFrom(pattern, schema, values);
  return filled === undefined ? [] : [drawParts(filled, drawnNames.draw)];
}

function drawOptions(leaf: Leaf, context: FillContext, count: number): string[] {
  const options = shuffle(context.drawnNames.draw, optionsOf(leaf, context));
  const consistentOptions = options.filter(isConsistent(leaf, context));
  return (consistentOptions.length > 0 ? consistentOptions : options).slice(0, count);
}

function drawConsistent(leaf: Leaf, context: FillContext, drawOnce: () => string[]): string[] {
  let values = drawOnce();
  for (
    let attempt = 1;
    attempt < maxAttempts && !values.every(isConsistent(leaf, context));
    attempt++
  )
    values = drawOnce();
  return values;
}

function drawDays(leaf: Leaf, context: FillContext, count: number): string[] {
  const person = context.people.find(({ birth }) => birth === leaf);
  // A birth date that follows another date is a newborn's; the usual age does not override the leaf's own period.
  const isBounded = leaf.period !== undefined || precedingDateOf(leaf, context) !== undefined;
  return person && (person.age?.range || !isBounded)
    ? drawBirth(leaf, person, context)
    : drawDates(leaf, context, count);
}

/** The age range of people whose age the schema does not bound. */
const usualAge = { minimum: 18, maximum: 75 };

/** Draws a birth date such that the age is in range on any day of the event's period. */
function drawBirth(
  leaf: Leaf,
  { age, event }: Person,
  { schema, values, drawnNames }: FillContext,
): string[] {
  const eventDays =
    (event && firstDateRangeIn(valuesAt(values, event)[0] ?? "")) ?? periodOf(event);
  const years = ageInYears((age && valuesAt(values, age)[0]) ?? "");
  const { minimum, maximum } =
    years === undefined ? (age?.range ?? usualAge) : { minimum: years, maximum: years };
  const periodStart = dayRangeOf(leaf.period?.from ?? "")?.first ?? Number.NEGATIVE_INFINITY;
  const periodEnd = dayRangeOf(leaf.period?.to ?? "")?.last ?? Number.POSITIVE_INFINITY;
  const earliestBirth = Math.max(
    periodStart,
    eventDays.last - Math.floor((maximum + 1) * 365.25) + 2,
  );
  const latestBirth = Math.min(periodEnd, eventDays.first - Math.ceil(minimum * 365.25) - 1);
  // If the period and the age do not overlap, the period takes precedence.
  const [first, last] =
    earliestBirth <= periodEnd
      ? [earliestBirth, Math.max(earliestBirth, latestBirth)]
      : [Math.max(periodStart, periodEnd - 365), periodEnd];
  return [writeDate(inventDay(first, last, drawnNames.draw), schema.language, leaf.precision)];
}

function drawSingle(leaf: Leaf, context: FillContext): string[] {
  const { schema, drawnNames } = context;
  const isMeasuredDuration = leaf.type === "duration" && leaf.unit !== undefined;
  if (leaf.type === "number" || leaf.type === "money" || isMeasuredDuration)
    return [
      drawAge(leaf, context) ??
        writeQuantity(inventNumber(leaf, drawnNames.draw), leaf, schema.language),
    ];
  if (leaf.type === "person" || leaf.type === "organisation" || leaf.type === "place")
    return [drawName(leaf, leaf.type, context)];
  return [];
}

function drawAge(leaf: Leaf, { schema, people, values }: FillContext): string | undefined {
  const person = people.find(({ age }) => age === leaf);
  if (!person?.birth || !person.event) return undefined;
  const birthDays = firstDateRangeIn(valuesAt(values, person.birth)[0] ?? "");
  const eventDays = firstDateRangeIn(valuesAt(values, person.event)[0] ?? "");
  return (
    birthDays &&
    eventDays &&
    writeQuantity(
      yearsBetween(birthDays.first, eventDays.first),
      { ...leaf, range: wholeYearRange(leaf) },
      schema.language,
    )
  );
}

const wholeYearRange = ({ range }: Leaf) => ({
  minimum: range?.minimum ?? 0,
  maximum: range?.maximum ?? 120,
  decimals: 0,
});

// The towns of a list differ; otherwise a document uses one town.
function drawName(
  leaf: Leaf,
  type: "person" | "organisation" | "place",
  { names, drawnNames, people, values }: FillContext,
): string {
  const person = people.find(({ about }) => isNameOf(leaf, about));
  const sex =
    person?.sex && type === "person" && !leaf.many
      ? sexOf(valuesAt(values, person.sex)[0] ?? "")
      : undefined;
  const request = {
    type,
    descriptions: [leaf.label, leaf.path.split("/").at(-1) ?? "", leaf.path],
    sex,
  };
  return inventName(
    names,
    request,
    leaf.many && type !== "person" ? { ...drawnNames, shared: new Map() } : drawnNames,
  );
}
