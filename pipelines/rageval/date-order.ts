// Draws dates in order, leaving room for those that must follow, and finds the bounds of each.

import type { ConfigValue } from "../../schemas/rageval/records.ts";
import type { Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { firstDateRangeIn } from "../text/clashes.ts";
import type { Draw } from "../text/random.ts";
import { dayRangeOf, inventDay, writeDate } from "../text/write-values.ts";
import { partsOf } from "./value-agreements.ts";
import { valuesAt } from "./config-state.ts";

/** The period of dates that a schema does not bound at all. */
const usualPeriod = { from: "2018-01-01", to: "2024-12-31" };
const precisionDays = { day: 0, month: 30, year: 365 };

interface Config {
  readonly schema: ScenarioSchema;
  readonly values: readonly ConfigValue[];
}

interface PrecedingDate {
  readonly leaf: Leaf;
  readonly value: string;
  readonly first: number;
  readonly last: number;
}

/** The date that a leaf comes after; if that date is left out, the one before it. */
export function precedingDateOf(leaf: Leaf, config: Config, depth = 0): PrecedingDate | undefined {
  const precedingLeaf = config.schema.leaves.find(({ path }) => path === leaf.after?.path);
  if (precedingLeaf === undefined || depth > 8) return undefined;
  const value = valuesAt(config.values, precedingLeaf).at(-1);
  const days = value === undefined ? undefined : firstDateRangeIn(value);
  return value !== undefined && days
    ? { leaf: precedingLeaf, value, ...days }
    : precedingDateOf(precedingLeaf, config, depth + 1);
}

/** The last day a leaf may have so that all later dates stay within their periods. */
function latestDay(leaf: Leaf, schema: ScenarioSchema, depth = 0): number {
  const ownLast = dayRangeOf(leaf.period?.to ?? "")?.last ?? Number.POSITIVE_INFINITY;
  if (depth > 8) return ownLast;
  const followers = schema.leaves.filter(({ after }) => after?.path === leaf.path);
  return Math.min(
    ownLast,
    ...followers.map(
      next =>
        latestDay(next, schema, depth + 1) -
        (next.after?.minimumDays ?? 0) -
        precisionDays[leaf.precision ?? "day"],
    ),
  );
}

// Dates after a birth or a founding come years later, unless the schema says how many.
const originPattern =
  /birth|born|\bfound(?:ed|ing|ation)|establish|incorporat|(?:^|[/_ -])open(?:ed|ing)\b|出生(?!地)|成立|创立|创办|创建|设立|开业|开办/;
const proceedingsPattern = /case|trial|hearing|investigation|proceeding|案/;
const daysPerYear = 366;
const unbounded = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };

function isOrigin({ path, label }: Leaf): boolean {
  const name = `${path} ${label}`.toLowerCase();
  return originPattern.test(name) && !proceedingsPattern.test(name);
}

/** First and last day of a leaf's period, or of the usual one if it has none. */
export function periodOf(leaf: Pick<Leaf, "period"> | undefined): { first: number; last: number } {
  const { from, to } = leaf?.period ?? usualPeriod;
  return {
    first: dayRangeOf(from)?.first ?? Number.NEGATIVE_INFINITY,
    last: dayRangeOf(to)?.last ?? Number.POSITIVE_INFINITY,
  };
}

/** The window, from `first` day to `last`, that the preceding date allows; unbounded if there is none. */
function windowAfter(
  leaf: Leaf,
  precedingDate: PrecedingDate | undefined,
): { first: number; last: number } {
  if (!precedingDate || !leaf.after) return unbounded;
  const { minimumDays, maximumDays } = leaf.after;
  const isUnbounded = isOrigin(precedingDate.leaf) && maximumDays < daysPerYear;
  return {
    first: precedingDate.first + minimumDays,
    last: isUnbounded
      ? Number.POSITIVE_INFINITY
      : precedingDate.first + Math.max(minimumDays, maximumDays),
  };
}

/** The last stated day among the dates that an agreement places no later than a leaf. */
function lastAgreedDay({ path }: Leaf, { schema, values }: Config): number {
  const days = schema.agreements
    .filter(({ result, operation }) => result === path && operation === "order")
    .flatMap(order => partsOf(schema, order))
    .filter(({ type }) => type === "date")
    .flatMap(leaf => valuesAt(values, leaf))
    .map(value => firstDateRangeIn(value)?.last ?? Number.NEGATIVE_INFINITY);
  return Math.max(Number.NEGATIVE_INFINITY, ...days);
}

/**
 * The first and last possible day of a leaf, by its period and the date before it. If these do not overlap, the leaf still
 * comes after that date: the window is moved into the period, and as a last resort the period is ignored.
 */
function boundsOf(leaf: Leaf, config: Config): { first: number; last: number } {
  const precedingDate = precedingDateOf(leaf, config);
  const window = windowAfter(leaf, precedingDate);
  const lastDay = latestDay(leaf, config.schema);
  const hasPeriod = leaf.period !== undefined || !Number.isFinite(window.last);
  const period = hasPeriod ? periodOf(leaf) : unbounded;
  // The usual period is only a default: it begins early enough for the dates that follow.
  const start = leaf.period ? period.first : Math.min(period.first, lastDay - daysPerYear);
  const first = Math.max(window.first, start, lastAgreedDay(leaf, config));
  const movedEnd = Number.isFinite(window.last)
    ? window.last + Math.max(0, first - window.first)
    : window.last;
  const ends = [
    Math.min(movedEnd, period.last, lastDay),
    Math.min(movedEnd, period.last),
    movedEnd,
  ];
  const last =
    ends.find(end => Number.isFinite(end) && end >= first) ??
    first + (leaf.after?.maximumDays ?? 0);
  return { first, last };
}

/** Draws distinct dates within the bounds of a leaf, in order. */
export function drawDates(
  leaf: Leaf,
  config: Config & { readonly drawnNames: { readonly draw: Draw } },
  count: number,
): string[] {
  const { first, last } = boundsOf(leaf, config);
  const days = Array.from({ length: count }, () =>
    inventDay(first, last, config.drawnNames.draw),
  ).sort((a, b) => a - b);
  return [...new Set(days.map(day => writeDate(day, config.schema.language, leaf.precision)))];
}
