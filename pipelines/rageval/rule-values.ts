// Draws the value of one leaf by code: an option, a date in order, a number in range, a sum, a pattern, a name.

import type { Names } from "../../schemas/rageval/names.ts";
import { fillPattern, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { daysIn, addsNoClash, isRepeatedInList, yearsIn } from "../text/clashes.ts";
import { drawParts } from "../text/drawn-parts.ts";
import { inventName, type DrawnNames } from "../text/invented-names.ts";
import { sexOf, lifeSignsIn } from "../text/life-words.ts";
import type { Person } from "../../schemas/rageval/person-leaves.ts";
import { shuffle } from "../text/random.ts";
import {
  daysOf,
  inventDay,
  inventNumber,
  writeDate,
  writeQuantity,
  yearsBetween,
} from "../text/written-values.ts";
import { computedValue, agreementFor } from "./agreements.ts";
import { baseOf, drawDates, periodOf } from "./date-order.ts";
import { countOf, isNameOf, valuesAt } from "./filling.ts";

export interface Filling {
  readonly schema: ScenarioSchema;
  readonly subScenario: string | null;
  readonly names: Names;
  readonly drawn: DrawnNames;
  readonly people: readonly Person[];
  readonly values: ConfigValue[];
}

const MAX_ATTEMPTS = 40;

/** The options of a leaf: those of the sub-scenario, if any, before the general ones. */
function optionsOf(leaf: Leaf, { schema, subScenario, values }: Filling): string[] {
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
function mayClash(leaf: Leaf, value: string, { schema, people }: Filling): boolean {
  const isInContradiction = schema.contradictions.some(({ when, never }) =>
    [when.path, never.path].includes(withoutElement(leaf.path)),
  );
  const isVital = people.some(({ age, birth, sex, marriage }) =>
    [age, birth, sex, marriage].includes(leaf),
  );
  return (
    isInContradiction ||
    isVital ||
    (people.length > 0 && lifeSignsIn(value, schema.language, true).length > 0)
  );
}

const isConsistent = (leaf: Leaf, filling: Filling) => (value: string) =>
  !isRepeatedInList(filling.values, { ...leaf, value }) &&
  (!mayClash(leaf, value, filling) ||
    addsNoClash(filling.schema, filling.values, { path: leaf.path, value }));

/** Draws the values of a leaf: one, several for a list, none if code has nothing to draw from. */
export function drawValues(leaf: Leaf, filling: Filling): string[] {
  const { draw } = filling.drawn;
  if (leaf.path === filling.schema.subScenario && filling.subScenario !== null)
    return [filling.subScenario];
  const agreement = agreementFor(filling.schema, leaf);
  if (agreement) return [computedValue(agreement, leaf, filling) ?? []].flat();
  const { pattern } = leaf;
  if (pattern !== undefined)
    return drawConsistent(leaf, filling, () => drawPattern(pattern, filling));
  const { minimum, maximum } = countOf(leaf);
  const count = leaf.many ? minimum + draw(maximum - minimum + 1) : 1;
  if (leaf.options || leaf.optionsBy) return drawOptions(leaf, filling, count);
  if (leaf.type === "date")
    return drawConsistent(leaf, filling, () => drawDay(leaf, filling, count));
  return Array.from({ length: count }).flatMap(() =>
    drawConsistent(leaf, filling, () => drawSingle(leaf, filling)),
  );
}

function drawPattern(pattern: string, { schema, values, drawn }: Filling): string[] {
  const filled = fillFrom(pattern, schema, values);
  return filled === undefined ? [] : [drawParts(filled, drawn.draw)];
}

function drawOptions(leaf: Leaf, filling: Filling, count: number): string[] {
  const options = shuffle(filling.drawn.draw, optionsOf(leaf, filling));
  const consistentOptions = options.filter(isConsistent(leaf, filling));
  return (consistentOptions.length > 0 ? consistentOptions : options).slice(0, count);
}

function drawConsistent(leaf: Leaf, filling: Filling, drawOnce: () => string[]): string[] {
  let values = drawOnce();
  for (
    let attempt = 1;
    attempt < MAX_ATTEMPTS && !values.every(isConsistent(leaf, filling));
    attempt++
  )
    values = drawOnce();
  return values;
}

function drawDay(leaf: Leaf, filling: Filling, count: number): string[] {
  const person = filling.people.find(({ birth }) => birth === leaf);
  // A birth that follows another date is that of a newborn; the usual age does not override the leaf's own period.
  const isBounded = leaf.period !== undefined || baseOf(leaf, filling) !== undefined;
  return person && (person.age?.range || !isBounded)
    ? drawBirth(leaf, person, filling)
    : drawDates(leaf, filling, count);
}

/** The age range of people whose age the schema does not bound. */
const USUAL_AGE = { minimum: 18, maximum: 75 };

/** Draws a birth date such that the age is in range on any day of the event's period. */
function drawBirth(
  leaf: Leaf,
  { age, event }: Person,
  { schema, values, drawn }: Filling,
): string[] {
  const eventDays = (event && daysIn(valuesAt(values, event)[0] ?? "")) ?? periodOf(event);
  const years = yearsIn((age && valuesAt(values, age)[0]) ?? "");
  const { minimum, maximum } =
    years === undefined ? (age?.range ?? USUAL_AGE) : { minimum: years, maximum: years };
  const periodStart = daysOf(leaf.period?.from ?? "")?.first ?? Number.NEGATIVE_INFINITY;
  const periodEnd = daysOf(leaf.period?.to ?? "")?.last ?? Number.POSITIVE_INFINITY;
  const earliestBirth = Math.max(
    periodStart,
    eventDays.last - Math.floor((maximum + 1) * 365.25) + 2,
  );
  const latestBirth = Math.min(periodEnd, eventDays.first - Math.ceil(minimum * 365.25) - 1);
  // If period and age do not overlap, the period wins.
  const [first, last] =
    earliestBirth <= periodEnd
      ? [earliestBirth, Math.max(earliestBirth, latestBirth)]
      : [Math.max(periodStart, periodEnd - 365), periodEnd];
  return [writeDate(inventDay(first, last, drawn.draw), schema.language, leaf.precision)];
}

function drawSingle(leaf: Leaf, filling: Filling): string[] {
  const { schema, drawn } = filling;
  const isMeasuredDuration = leaf.type === "duration" && leaf.unit !== undefined;
  if (leaf.type === "number" || leaf.type === "money" || isMeasuredDuration)
    return [
      drawAge(leaf, filling) ??
        writeQuantity(inventNumber(leaf, drawn.draw), leaf, schema.language),
    ];
  if (leaf.type === "person" || leaf.type === "organisation" || leaf.type === "place")
    return [drawName(leaf, leaf.type, filling)];
  return [];
}

function drawAge(leaf: Leaf, { schema, people, values }: Filling): string | undefined {
  const person = people.find(({ age }) => age === leaf);
  if (!person?.birth || !person.event) return undefined;
  const birthDays = daysIn(valuesAt(values, person.birth)[0] ?? "");
  const eventDays = daysIn(valuesAt(values, person.event)[0] ?? "");
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
  { names, drawn, people, values }: Filling,
): string {
  const person = people.find(({ about }) => isNameOf(leaf, about));
  const sex =
    person?.sex && type === "person" && !leaf.many
      ? sexOf(valuesAt(values, person.sex)[0] ?? "")
      : undefined;
  const request = { type, about: [leaf.label, leaf.path.split("/").at(-1) ?? "", leaf.path], sex };
  return inventName(
    names,
    request,
    leaf.many && type !== "person" ? { ...drawn, shared: new Map() } : drawn,
  );
}
