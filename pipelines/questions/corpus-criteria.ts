// Tests that single out some subjects by one leaf: a value, a bound clearly between two values, or a clear extreme.

import type { Language } from "../../schemas/items/item-types.ts";
import type { Criterion } from "../../schemas/questions/corpus-list.ts";
import { fold } from "../text/fold.ts";
import { type Amount, amountOf, haveSameMeasure, findDetails } from "../text/changeable-details.ts";
import { dayInWords, dayRangeOf, isoDateOf } from "../text/write-values.ts";
import type { Subject } from "./corpus-subjects.ts";

export type Leaf = Pick<Criterion, "path" | "label" | "type">;

export interface CriterionTest {
  readonly criterion: Criterion;
  /** Undefined if it cannot be decided. */
  readonly meets: (value: string) => boolean | undefined;
  /** How far a value is from the opposite result. */
  readonly distance: (value: string) => number;
  /** How clear the result is: the difference between the two values as a share of the greater. */
  readonly gap: number;
}

/** Minimum gap, as a share, of two amounts that are clearly apart. */
const minGap = 0.05;
/** The same for dates, in days. */
const minDayGap = 14;
/** Minimum number of amounts for one to be an extreme: the greater of two is not. */
const minAmounts = 3;
/** Maximum number of characters around an amount's digits; with more it is a sentence. */
const maxOtherCharacters = 24;

export const equalityTest = (leaf: Leaf, value: string): CriterionTest => ({
  criterion: { ...leaf, test: "is", bound: value },
  meets: other => fold(other) === fold(value),
  // A wrong value counts as further off than any missed bound.
  distance: () => Number.MAX_SAFE_INTEGER,
  gap: 1,
});

/** Reads the amounts of leaves, each text only once. */
export function amountReader() {
  const amounts = new Map<string, Amount | undefined>();
  return ({ type }: Leaf, value: string): Amount | undefined => {
    const key = `${type === "date"} ${value}`;
    if (!amounts.has(key)) {
      const parsed = findDetails(value).find(({ kind: valueKind }) =>
        type === "date"
          ? valueKind === "date"
          : /^(?:number|money|percent|duration)$/.test(valueKind),
      );
      amounts.set(key, parsed && amountOf(parsed));
    }
    return amounts.get(key);
  };
}

/** The subjects of one schema, with a reader of their amounts. */
export interface SubjectGroup {
  readonly language: Language;
  readonly subjects: readonly Subject[];
  readonly readAmount: ReturnType<typeof amountReader>;
}

interface StatedAmount extends Amount {
  readonly value: string;
}

/** The amounts that subjects state, ascending; empty if one cannot be compared with the others. */
function amountsOf({ subjects, readAmount }: SubjectGroup, leaf: Leaf): StatedAmount[] {
  const values = subjects.flatMap(
    ({ valuesByPath }) => valuesByPath.get(leaf.path)?.current?.value ?? [],
  );
  const amounts = values.flatMap(value => {
    const amount = readAmount(leaf, value);
    return amount ? [{ ...amount, value }] : [];
  });
  const areComparable =
    amounts.length === values.length &&
    amounts.every(one => haveSameMeasure(one, amounts[0] ?? one));
  return areComparable ? amounts.sort((a, b) => a.number - b.number) : [];
}

interface Bound {
  readonly number: number;
  readonly text: string | null;
}

const digitsPattern = /\d[\d,]*(?:\.\d+)?/;

/** The roundest number clearly between the two, in the notation of the greater; for adjacent whole numbers, one of the two. */
function numberBetween(low: StatedAmount, high: StatedAmount, isAbove: boolean): Bound | undefined {
  const [digits = ""] = digitsPattern.exec(high.value) ?? [];
  const scale = high.number / Number(digits.replaceAll(",", ""));
  if (
    !Number.isFinite(scale) ||
    scale <= 0 ||
    high.value.length - digits.length > maxOtherCharacters
  )
    return undefined;
  const margin = (high.number - low.number) / scale / 5;
  const [from, to] = [low.number / scale + margin, high.number / scale - margin];
  const areIntegers = [low, high].every(
    ({ value }) => !digitsPattern.exec(value)?.[0].includes("."),
  );
  const powers = Array.from({ length: areIntegers ? 13 : 19 }, (_, index) => 12 - index);
  const steps = powers.flatMap(power =>
    [5, 2, 1].map(factor => ({ power, step: factor * 10 ** power })),
  );
  const roundStep = steps.find(({ step }) => Math.ceil(from / step) * step < to);
  const neighbour = isAbove ? low : high;
  if (roundStep === undefined)
    return areIntegers ? { number: neighbour.number, text: neighbour.value } : undefined;
  const number = Math.ceil(from / roundStep.step) * roundStep.step;
  const plainDigits = number.toFixed(Math.max(0, -roundStep.power));
  const hasSeparators = [low, high].some(({ value }) => value.includes(","));
  const writtenDigits = hasSeparators
    ? plainDigits.replace(/\B(?=(?:\d{3})+(?:\.|$))(?<!\.\d*)/g, ",")
    : plainDigits;
  return { number: number * scale, text: high.value.replace(digitsPattern, () => writtenDigits) };
}

/** The first day of the later date's year or, if that is too early, of its month. */
function dayBetween(low: StatedAmount, high: StatedAmount, language: Language): Bound | undefined {
  const iso = isoDateOf(high.number);
  return [`${iso.slice(0, 4)}-01-01`, `${iso.slice(0, 7)}-01`]
    .map(day => ({ number: dayRangeOf(day)?.first ?? 0, text: dayInWords(day, language) }))
    .find(({ number }) => number > low.number);
}

function gapOf({ type }: Leaf, low: StatedAmount, high: StatedAmount): number {
  const difference = high.number - low.number;
  if (type === "date") return difference < minDayGap ? 0 : difference / (difference + 365);
  const share = difference / Math.max(Math.abs(low.number), Math.abs(high.number));
  return share < minGap ? 0 : share;
}

/** The bounds between two neighbouring amounts, and the two amounts as greatest and least. */
function boundsBetween(
  leaf: Leaf,
  [low, high]: readonly [StatedAmount, StatedAmount],
  language: Language,
) {
  const [upwardTest, downwardTest] =
    leaf.type === "date" ? (["since", "before"] as const) : (["above", "below"] as const);
  const boundAt = (isAbove: boolean) =>
    leaf.type === "date" ? dayBetween(low, high, language) : numberBetween(low, high, isAbove);
  const extremeAt = (amount: StatedAmount): Bound => ({ number: amount.number, text: null });
  return [
    { test: upwardTest, bound: boundAt(true), sign: 1 },
    { test: downwardTest, bound: boundAt(false), sign: -1 },
    { test: "greatest", bound: extremeAt(high), sign: 1 },
    { test: "least", bound: extremeAt(low), sign: -1 },
  ] as const;
}

/** All tests of a leaf that are met by at most `maxCount` of these subjects. */
export function testsOf(
  group: SubjectGroup,
  leaf: Leaf,
  maxCount = Number.POSITIVE_INFINITY,
): CriterionTest[] {
  const amounts = amountsOf(group, leaf);
  return amounts.slice(1).flatMap((high, index): CriterionTest[] => {
    const low = amounts[index] ?? high;
    const gap = gapOf(leaf, low, high);
    if (gap === 0) return [];
    return boundsBetween(leaf, [low, high], group.language).flatMap(({ test, bound, sign }) => {
      const count = sign > 0 ? amounts.length - index - 1 : index + 1;
      const isExtreme = test === "greatest" || test === "least";
      if (bound === undefined || count > (isExtreme ? 1 : maxCount)) return [];
      if (isExtreme && amounts.length < minAmounts) return [];
      const signedDistance = (value: string) => {
        const amount = group.readAmount(leaf, value);
        return amount && haveSameMeasure(amount, high)
          ? (amount.number - bound.number) * sign
          : NaN;
      };
      const meets = (value: string) => {
        const excess = signedDistance(value);
        return Number.isNaN(excess)
          ? undefined
          : excess > 0 || (excess === 0 && (isExtreme || test === "since"));
      };
      const distance = (value: string) => Math.abs(signedDistance(value));
      return [{ criterion: { ...leaf, test, bound: bound.text }, meets, distance, gap }];
    });
  });
}
