// Dates that keep their order: drawn so that what must follow still has room, and checked with what is told of them.

import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { daysIn } from "../text/clashes.ts";
import type { Draw } from "../text/random.ts";
import { daysOf, inventDay, writeDate } from "../text/written-values.ts";
import { valuesAt } from "./filling.ts";

// Where a schema bounds a date by nothing at all.
const USUAL_PERIOD = { from: "2018-01-01", to: "2024-12-31" };
const DAYS_OF = { day: 0, month: 30, year: 365 };

interface Dates {
  readonly schema: ScenarioSchema;
  readonly values: readonly ConfigValue[];
}

interface Base {
  readonly leaf: Leaf;
  readonly told: string;
  readonly first: number;
  readonly last: number;
}

/** The date that a leaf comes after; where that one is left out, the one before it. */
export function baseOf(leaf: Leaf, dates: Dates, depth = 0): Base | undefined {
  const before = dates.schema.leaves.find(({ path }) => path === leaf.after?.path);
  if (before === undefined || depth > 8) return undefined;
  const told = valuesAt(dates.values, before).at(-1);
  const days = told === undefined ? undefined : daysIn(told, dates.schema.language);
  return told !== undefined && days ? { leaf: before, told, ...days } : baseOf(before, dates, depth + 1);
}

/** The last day a leaf may have so that all that follows it keeps within its own period. */
function latest(leaf: Leaf, schema: ScenarioSchema, depth = 0): number {
  const own = daysOf(leaf.period?.to ?? "")?.last ?? Number.POSITIVE_INFINITY;
  if (depth > 8) return own;
  const followers = schema.leaves.filter(({ after }) => after?.path === leaf.path);
  return Math.min(own, ...followers.map(next => latest(next, schema, depth + 1) - (next.after?.minimumDays ?? 0) - DAYS_OF[leaf.precision ?? "day"]));
}

/** First and last day open to a leaf, by its period and the date before it. */
export function boundsOf(leaf: Leaf, dates: Dates): { first: number; last: number } {
  const base = baseOf(leaf, dates);
  const period = leaf.period ?? (base ? undefined : USUAL_PERIOD);
  const from = daysOf(period?.from ?? "")?.first ?? Number.NEGATIVE_INFINITY;
  const to = Math.min(daysOf(period?.to ?? "")?.last ?? Number.POSITIVE_INFINITY, latest(leaf, dates.schema));
  const earliest = base && leaf.after ? base.first + leaf.after.minimumDays : from;
  const first = Math.max(from, earliest);
  const last = Math.min(to, base && leaf.after ? base.first + leaf.after.maximumDays : to);
  return { first, last: Math.max(first, last) };
}

/** So many different dates within the bounds of a leaf, in order. */
export function drawDates(leaf: Leaf, dates: Dates & { readonly drawn: { readonly draw: Draw } }, count: number): string[] {
  const { first, last } = boundsOf(leaf, dates);
  const days = Array.from({ length: count }, () => inventDay(first, last, dates.drawn.draw)).sort((a, b) => a - b);
  return [...new Set(days.map(day => writeDate(day, dates.schema.language, leaf.precision)))];
}
