// Tests that single out some subjects by one leaf: a value, a bound clearly between two values, or a clear extreme.

import type { Criterion } from "../../schemas/questions/lists.ts";
import { fold } from "../text/fold.ts";
import { type Amount, amountOf, isOneMeasure, readTold } from "../text/changeable-details.ts";
import { dayInWords, daysOf, isoOf } from "../text/written-values.ts";
import type { Subject } from "./corpus-subjects.ts";

type Language = "zh" | "en";
export type Leaf = Pick<Criterion, "path" | "label" | "type">;

export interface Test {
  readonly criterion: Criterion;
  /** Undefined if it cannot be decided. */
  readonly meets: (value: string) => boolean | undefined;
  /** How far a value is from the opposite result. */
  readonly distance: (value: string) => number;
  /** How clear it is: the difference of the two values as a share of the greater. */
  readonly gap: number;
}

/** Two amounts whose gap is below this share are not clearly apart. */
const minGap = 0.05;
/** The same for dates, in days. */
const minDays = 14;
/** The fewest amounts of which one is an extreme; the greater of two is not. */
const minCompared = 3;
/** The most characters around an amount's digits; with more it is a sentence. */
const maxAround = 24;

export const isValue = (leaf: Leaf, value: string): Test => ({
  criterion: { ...leaf, test: "is", bound: value },
  meets: other => fold(other) === fold(value),
  // Missing it counts as farther off than missing any bound.
  distance: () => Number.MAX_SAFE_INTEGER,
  gap: 1,
});

/** Reads the amounts of leaves, each text only once. */
export function amountReader() {
  const known = new Map<string, Amount | undefined>();
  return ({ type }: Leaf, value: string): Amount | undefined => {
    const key = `${type === "date"} ${value}`;
    if (!known.has(key)) {
      const parsed = readTold(value).find(({ kind }) =>
        type === "date" ? kind === "date" : /^(?:number|money|percent|duration)$/.test(kind),
      );
      known.set(key, parsed && amountOf(parsed));
    }
    return known.get(key);
  };
}

export interface Kind {
  readonly language: Language;
  readonly subjects: readonly Subject[];
  readonly read: ReturnType<typeof amountReader>;
}

interface StatedAmount extends Amount {
  readonly value: string;
}

/** The amounts that subjects state, ascending; empty if one cannot be compared with the others. */
function amountsOf({ subjects, read }: Kind, leaf: Leaf): StatedAmount[] {
  const values = subjects.flatMap(({ stated }) => stated.get(leaf.path)?.now?.value ?? []);
  const known = values.flatMap(value => {
    const amount = read(leaf, value);
    return amount ? [{ ...amount, value }] : [];
  });
  const isWhole =
    known.length === values.length && known.every(one => isOneMeasure(one, known[0] ?? one));
  return isWhole ? known.sort((a, b) => a.number - b.number) : [];
}

interface Bound {
  readonly number: number;
  readonly written: string | null;
}

const DIGITS = /\d[\d,]*(?:\.\d+)?/;

/** The roundest number clearly between both, written the way documents write the greater; for adjacent whole numbers, one of the two. */
function numberBetween(low: StatedAmount, high: StatedAmount, isAbove: boolean): Bound | undefined {
  const [digits = ""] = DIGITS.exec(high.value) ?? [];
  const scale = high.number / Number(digits.replaceAll(",", ""));
  if (!Number.isFinite(scale) || scale <= 0 || high.value.length - digits.length > maxAround)
    return undefined;
  const margin = (high.number - low.number) / scale / 5;
  const [from, to] = [low.number / scale + margin, high.number / scale - margin];
  const isWhole = [low, high].every(({ value }) => !DIGITS.exec(value)?.[0].includes("."));
  const powers = Array.from({ length: isWhole ? 13 : 19 }, (_, at) => 12 - at);
  const steps = powers.flatMap(power =>
    [5, 2, 1].map(times => ({ power, step: times * 10 ** power })),
  );
  const round = steps.find(({ step }) => Math.ceil(from / step) * step < to);
  const end = isAbove ? low : high;
  if (round === undefined) return isWhole ? { number: end.number, written: end.value } : undefined;
  const number = Math.ceil(from / round.step) * round.step;
  const plain = number.toFixed(Math.max(0, -round.power));
  const isMarked = [low, high].some(({ value }) => value.includes(","));
  const marked = isMarked ? plain.replace(/\B(?=(?:\d{3})+(?:\.|$))(?<!\.\d*)/g, ",") : plain;
  return { number: number * scale, written: high.value.replace(DIGITS, () => marked) };
}

/** The first day of the later one's year or, if that is too early, of its month. */
function dayBetween(low: StatedAmount, high: StatedAmount, language: Language): Bound | undefined {
  const iso = isoOf(high.number);
  return [`${iso.slice(0, 4)}-01-01`, `${iso.slice(0, 7)}-01`]
    .map(day => ({ number: daysOf(day)?.first ?? 0, written: dayInWords(day, language) }))
    .find(({ number }) => number > low.number);
}

function gapOf({ type }: Leaf, low: StatedAmount, high: StatedAmount): number {
  const apart = high.number - low.number;
  if (type === "date") return apart < minDays ? 0 : apart / (apart + 365);
  const share = apart / Math.max(Math.abs(low.number), Math.abs(high.number));
  return share < minGap ? 0 : share;
}

/** The bounds between two neighbouring amounts, and the two as greatest and least. */
function boundsBetween(
  leaf: Leaf,
  [low, high]: readonly [StatedAmount, StatedAmount],
  language: Language,
) {
  const [up, down] =
    leaf.type === "date" ? (["since", "before"] as const) : (["above", "below"] as const);
  const at = (isAbove: boolean) =>
    leaf.type === "date" ? dayBetween(low, high, language) : numberBetween(low, high, isAbove);
  const ends = (known: StatedAmount): Bound => ({ number: known.number, written: null });
  return [
    { test: up, bound: at(true), sign: 1 },
    { test: down, bound: at(false), sign: -1 },
    { test: "greatest", bound: ends(high), sign: 1 },
    { test: "least", bound: ends(low), sign: -1 },
  ] as const;
}

/** All tests of these subjects by a leaf that at most `most` of them meet. */
export function testsOf(kind: Kind, leaf: Leaf, most = Number.POSITIVE_INFINITY): Test[] {
  const known = amountsOf(kind, leaf);
  return known.slice(1).flatMap((high, at): Test[] => {
    const low = known[at] ?? high;
    const gap = gapOf(leaf, low, high);
    if (gap === 0) return [];
    return boundsBetween(leaf, [low, high], kind.language).flatMap(({ test, bound, sign }) => {
      const count = sign > 0 ? known.length - at - 1 : at + 1;
      const isOne = test === "greatest" || test === "least";
      if (bound === undefined || count > (isOne ? 1 : most)) return [];
      if (isOne && known.length < minCompared) return [];
      const beyond = (value: string) => {
        const amount = kind.read(leaf, value);
        return amount && isOneMeasure(amount, high) ? (amount.number - bound.number) * sign : NaN;
      };
      const meets = (value: string) => {
        const by = beyond(value);
        return Number.isNaN(by) ? undefined : by > 0 || (by === 0 && (isOne || test === "since"));
      };
      const distance = (value: string) => Math.abs(beyond(value));
      return [{ criterion: { ...leaf, test, bound: bound.written }, meets, distance, gap }];
    });
  });
}
