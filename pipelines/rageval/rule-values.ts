// Draws the value of one leaf by code: an option, a date in order, a number in range, a sum, a pattern, a name.

import type { Names } from "../../schemas/rageval/names.ts";
import { fillPattern, withoutElement } from "../../schemas/rageval/paths.ts";
import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { daysIn, fits, isTaken, yearsIn } from "../text/clashes.ts";
import { drawParts } from "../text/drawn-parts.ts";
import { inventName, type NamesDrawn } from "../text/invented-names.ts";
import { sexOf, signsOfLife } from "../text/life-words.ts";
import type { Person } from "../text/people.ts";
import { shuffle } from "../text/random.ts";
import {
  daysOf,
  inventDay,
  inventNumber,
  writeDate,
  writeQuantity,
  yearsBetween,
} from "../text/written-values.ts";
import { computedValue, computing } from "./agreements.ts";
import { baseOf, drawDates, periodOf } from "./date-order.ts";
import { countOf, isNameOf, valuesAt } from "./filling.ts";

export interface Filling {
  readonly schema: ScenarioSchema;
  readonly subScenario: string | null;
  readonly names: Names;
  readonly drawn: NamesDrawn;
  readonly people: readonly Person[];
  readonly values: ConfigValue[];
}

const TRIES = 40;

/** The options of a leaf: those of the sub-scenario, if any, before the general ones. */
function optionsOf(leaf: Leaf, { schema, subScenario, values }: Filling): string[] {
  const named = schema.leaves.find(({ path }) => path === schema.subScenario);
  const chosen = subScenario ?? (named && valuesAt(values, named)[0]);
  const options =
    (chosen === undefined ? undefined : leaf.optionsBy?.[chosen]) ?? leaf.options ?? [];
  return options.flatMap(option => fillFrom(option, schema, values) ?? []);
}

const fillFrom = (pattern: string, schema: ScenarioSchema, values: readonly ConfigValue[]) =>
  fillPattern(pattern, path => {
    const leaf = schema.leaves.find(other => other.path === path);
    return leaf && valuesAt(values, leaf)[0];
  });

// Checking for clashes is expensive; most values cannot cause any.
function mayClash(leaf: Leaf, value: string, { schema, people }: Filling): boolean {
  const named = schema.contradictions.some(({ when, never }) =>
    [when.path, never.path].includes(withoutElement(leaf.path)),
  );
  const vital = people.some(({ age, birth, sex, marriage }) =>
    [age, birth, sex, marriage].includes(leaf),
  );
  return (
    named || vital || (people.length > 0 && signsOfLife(value, schema.language, true).length > 0)
  );
}

const holds = (leaf: Leaf, filling: Filling) => (value: string) =>
  !isTaken(filling.values, { ...leaf, value }) &&
  (!mayClash(leaf, value, filling) ||
    fits(filling.schema, filling.values, { path: leaf.path, value }));

/** Draws the values of a leaf: one, several for a list, none if code has nothing to draw from. */
export function drawValues(leaf: Leaf, filling: Filling): string[] {
  const { draw } = filling.drawn;
  if (leaf.path === filling.schema.subScenario && filling.subScenario !== null)
    return [filling.subScenario];
  const agreement = computing(filling.schema, leaf);
  if (agreement) return [computedValue(agreement, leaf, filling) ?? []].flat();
  const { pattern } = leaf;
  if (pattern !== undefined) return drawFitting(leaf, filling, () => drawPattern(pattern, filling));
  const { minimum, maximum } = countOf(leaf);
  const count = leaf.many ? minimum + draw(maximum - minimum + 1) : 1;
  if (leaf.options || leaf.optionsBy) return drawOptions(leaf, filling, count);
  if (leaf.type === "date") return drawFitting(leaf, filling, () => drawDay(leaf, filling, count));
  return Array.from({ length: count }).flatMap(() =>
    drawFitting(leaf, filling, () => drawOne(leaf, filling)),
  );
}

function drawPattern(pattern: string, { schema, values, drawn }: Filling): string[] {
  const filled = fillFrom(pattern, schema, values);
  return filled === undefined ? [] : [drawParts(filled, drawn.draw)];
}

function drawOptions(leaf: Leaf, filling: Filling, count: number): string[] {
  const options = shuffle(filling.drawn.draw, optionsOf(leaf, filling));
  const fitting = options.filter(holds(leaf, filling));
  return (fitting.length > 0 ? fitting : options).slice(0, count);
}

function drawFitting(leaf: Leaf, filling: Filling, drawOnce: () => string[]): string[] {
  let drawn = drawOnce();
  for (let attempt = 1; attempt < TRIES && !drawn.every(holds(leaf, filling)); attempt++)
    drawn = drawOnce();
  return drawn;
}

function drawDay(leaf: Leaf, filling: Filling, count: number): string[] {
  const person = filling.people.find(({ birth }) => birth === leaf);
  // A birth that follows another date is a newborn's; the usual age does not override the leaf's own period.
  const isBounded = leaf.period !== undefined || baseOf(leaf, filling) !== undefined;
  return person && (person.age?.range || !isBounded)
    ? drawBirth(leaf, person, filling)
    : drawDates(leaf, filling, count);
}

// Used if a schema does not state the age of its people.
const USUAL_AGE = { minimum: 18, maximum: 75 };

/** Draws a birth such that the age stays in range on any day of the event's period. */
function drawBirth(
  leaf: Leaf,
  { age, event }: Person,
  { schema, values, drawn }: Filling,
): string[] {
  const then = (event && daysIn(valuesAt(values, event)[0] ?? "")) ?? periodOf(event);
  const lived = yearsIn((age && valuesAt(values, age)[0]) ?? "");
  const { minimum, maximum } =
    lived === undefined ? (age?.range ?? USUAL_AGE) : { minimum: lived, maximum: lived };
  const earliest = daysOf(leaf.period?.from ?? "")?.first ?? Number.NEGATIVE_INFINITY;
  const latest = daysOf(leaf.period?.to ?? "")?.last ?? Number.POSITIVE_INFINITY;
  const oldest = Math.max(earliest, then.last - Math.floor((maximum + 1) * 365.25) + 2);
  const youngest = Math.min(latest, then.first - Math.ceil(minimum * 365.25) - 1);
  // If period and age do not overlap, the period wins.
  const [first, last] =
    oldest <= latest
      ? [oldest, Math.max(oldest, youngest)]
      : [Math.max(earliest, latest - 365), latest];
  return [writeDate(inventDay(first, last, drawn.draw), schema.language, leaf.precision)];
}

function drawOne(leaf: Leaf, filling: Filling): string[] {
  const { schema, drawn } = filling;
  const isMeasured = leaf.type === "duration" && leaf.unit !== undefined;
  if (leaf.type === "number" || leaf.type === "money" || isMeasured)
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
  const born = daysIn(valuesAt(values, person.birth)[0] ?? "");
  const then = daysIn(valuesAt(values, person.event)[0] ?? "");
  return (
    born &&
    then &&
    writeQuantity(
      yearsBetween(born.first, then.first),
      { ...leaf, range: undefinedDecimals(leaf) },
      schema.language,
    )
  );
}

const undefinedDecimals = ({ range }: Leaf) => ({
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
  const wish = { type, about: [leaf.label, leaf.path.split("/").at(-1) ?? "", leaf.path], sex };
  return inventName(
    names,
    wish,
    leaf.many && type !== "person" ? { ...drawn, shared: new Map() } : drawn,
  );
}
