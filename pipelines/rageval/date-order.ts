// Draws dates in order, leaving room for those that must follow, and finds the bounds of each.

import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { daysIn } from "../text/clashes.ts";
import type { Draw } from "../text/random.ts";
import { daysOf, inventDay, writeDate } from "../text/written-values.ts";
import { partsOf } from "./agreements.ts";
import { valuesAt } from "./filling.ts";

// For dates that a schema does not bound at all.
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

/** The date that a leaf comes after; if that one is left out, the one before it. */
export function baseOf(leaf: Leaf, dates: Dates, depth = 0): Base | undefined {
  const before = dates.schema.leaves.find(({ path }) => path === leaf.after?.path);
  if (before === undefined || depth > 8) return undefined;
  const told = valuesAt(dates.values, before).at(-1);
  const days = told === undefined ? undefined : daysIn(told);
  return told !== undefined && days
    ? { leaf: before, told, ...days }
    : baseOf(before, dates, depth + 1);
}

/** The last day a leaf may have so that all later dates stay within their periods. */
function latest(leaf: Leaf, schema: ScenarioSchema, depth = 0): number {
  const own = daysOf(leaf.period?.to ?? "")?.last ?? Number.POSITIVE_INFINITY;
  if (depth > 8) return own;
  const followers = schema.leaves.filter(({ after }) => after?.path === leaf.path);
  return Math.min(
    own,
    ...followers.map(
      next =>
        latest(next, schema, depth + 1) -
        (next.after?.minimumDays ?? 0) -
        DAYS_OF[leaf.precision ?? "day"],
    ),
  );
}

// Dates after a birth or a founding come years after it, unless the schema says how many.
const ORIGIN =
  /birth|born|\bfound(?:ed|ing|ation)|establish|incorporat|(?:^|[/_ -])open(?:ed|ing)\b|出生(?!地)|成立|创立|创办|创建|设立|开业|开办/;
const PROCEEDINGS = /case|trial|hearing|investigation|proceeding|案/;
const YEAR = 366;

function isOrigin({ path, label }: Leaf): boolean {
  const named = `${path} ${label}`.toLowerCase();
  return ORIGIN.test(named) && !PROCEEDINGS.test(named);
}

/** First and last day of a leaf's period, or of the usual one if it has none. */
export function periodOf(leaf: Pick<Leaf, "period"> | undefined): { first: number; last: number } {
  const { from, to } = leaf?.period ?? USUAL_PERIOD;
  return {
    first: daysOf(from)?.first ?? Number.NEGATIVE_INFINITY,
    last: daysOf(to)?.last ?? Number.POSITIVE_INFINITY,
  };
}

/** The window, `first` day to `last`, that the preceding date leaves open; unbounded if there is none. */
function windowAfter(leaf: Leaf, base: Base | undefined): { first: number; last: number } {
  if (!base || !leaf.after)
    return { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  const { minimumDays, maximumDays } = leaf.after;
  const isEndless = isOrigin(base.leaf) && maximumDays < YEAR;
  return {
    first: base.first + minimumDays,
    last: isEndless ? Number.POSITIVE_INFINITY : base.first + Math.max(minimumDays, maximumDays),
  };
}

/** The last stated day of the dates agreed to come no later than a leaf. */
function agreedBefore({ path }: Leaf, { schema, values }: Dates): number {
  const days = schema.agreements
    .filter(({ result, operation }) => result === path && operation === "order")
    .flatMap(order => partsOf(schema, order))
    .filter(({ type }) => type === "date")
    .flatMap(leaf => valuesAt(values, leaf))
    .map(told => daysIn(told)?.last ?? Number.NEGATIVE_INFINITY);
  return Math.max(Number.NEGATIVE_INFINITY, ...days);
}

/**
 * First and last day open to a leaf, by its period and the date before it. If these do not overlap, the leaf still
 * comes after that date, the window is moved to the period, and at last the period gives way.
 */
function boundsOf(leaf: Leaf, dates: Dates): { first: number; last: number } {
  const base = baseOf(leaf, dates);
  const window = windowAfter(leaf, base);
  const follows = latest(leaf, dates.schema);
  const hasPeriod = leaf.period !== undefined || !Number.isFinite(window.last);
  const period = hasPeriod
    ? periodOf(leaf)
    : { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  // The usual period is only a default: it opens early enough for what follows.
  const opens = leaf.period ? period.first : Math.min(period.first, follows - YEAR);
  const first = Math.max(window.first, opens, agreedBefore(leaf, dates));
  const moved = Number.isFinite(window.last)
    ? window.last + Math.max(0, first - window.first)
    : window.last;
  const ends = [Math.min(moved, period.last, follows), Math.min(moved, period.last), moved];
  const last =
    ends.find(end => Number.isFinite(end) && end >= first) ??
    first + (leaf.after?.maximumDays ?? 0);
  return { first, last };
}

/** Draws distinct dates within the bounds of a leaf, in order. */
export function drawDates(
  leaf: Leaf,
  dates: Dates & { readonly drawn: { readonly draw: Draw } },
  count: number,
): string[] {
  const { first, last } = boundsOf(leaf, dates);
  const days = Array.from({ length: count }, () => inventDay(first, last, dates.drawn.draw)).sort(
    (a, b) => a - b,
  );
  return [...new Set(days.map(day => writeDate(day, dates.schema.language, leaf.precision)))];
}
