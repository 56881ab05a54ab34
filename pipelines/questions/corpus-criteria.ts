// What may single out some of all subjects by one leaf: a value, a bound that lies clearly between two values, a clear extreme.

import type { Criterion } from "../../schemas/questions/lists.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { fold } from "../text/fold.ts";
import { type Amount, amountOf, isOneMeasure, readTold } from "../text/told.ts";
import { daysOf, dayInWords, isoOf } from "../text/written-values.ts";
import type { Subject } from "./corpus-subjects.ts";

type Language = FactRow["language"];
export type Leaf = Pick<Criterion, "path" | "label" | "type">;

export interface Test {
  readonly criterion: Criterion;
  /** Undefined where nobody can say. */
  readonly meets: (value: string) => boolean | undefined;
  /** How far a value is from being decided otherwise. */
  readonly distance: (value: string) => number;
  /** How clear it is: of the greater value beside a bound the share that parts it from the smaller. */
  readonly gap: number;
}

/** Values of which one is nearer to the other than so much of it are not clearly apart. */
const leastGap = 0.05;
/** The same of days. */
const leastDays = 14;
/** Signs beside the digits of an amount: more of them are a sentence. */
const mostAround = 24;

export const isValue = (leaf: Leaf, value: string): Test => ({
  criterion: { ...leaf, test: "is", bound: value },
  meets: other => fold(other) === fold(value),
  distance: () => 0,
  gap: 1,
});

const amountIn = (value: string, type: Leaf["type"], language: Language): Amount | undefined => {
  const told = readTold(value, language).find(({ kind }) =>
    type === "date" ? kind === "date" : /^(?:number|money|percent|duration)$/.test(kind),
  );
  return told && amountOf(told);
};

interface Known extends Amount {
  readonly value: string;
}

/** The amounts that subjects state, ascending; none where one of them cannot be compared with the others. */
function amountsOf(subjects: readonly Subject[], leaf: Leaf, language: Language): Known[] {
  const values = subjects.flatMap(({ stated }) => stated.get(leaf.path)?.now?.value ?? []);
  const known = values.flatMap(value => {
    const amount = amountIn(value, leaf.type, language);
    return amount ? [{ ...amount, value }] : [];
  });
  const isWhole =
    known.length === values.length && known.every(one => isOneMeasure(one, known[0] ?? one));
  return isWhole ? known.sort((a, b) => a.number - b.number) : [];
}

interface Bound {
  readonly number: number;
  readonly written: string;
}

const DIGITS = /\d[\d,]*(?:\.\d+)?/;

/** The roundest number clearly between both, written as documents write the greater; of next whole numbers one of both. */
function numberBetween(low: Known, high: Known, isAbove: boolean): Bound | undefined {
  const [digits = ""] = DIGITS.exec(high.value) ?? [];
  const scale = high.number / Number(digits.replaceAll(",", ""));
  if (!Number.isFinite(scale) || scale <= 0 || high.value.length - digits.length > mostAround)
    return undefined;
  const margin = (high.number - low.number) / scale / 5;
  const [from, to] = [low.number / scale + margin, high.number / scale - margin];
  const isWhole = [low, high].every(({ value }) => !DIGITS.exec(value)?.[0].includes("."));
  for (let power = 12; power >= (isWhole ? 0 : -6); power--)
    for (const step of [5, 2, 1].map(times => times * 10 ** power)) {
      const number = Math.ceil(from / step) * step;
      if (number >= to) continue;
      const plain = number.toFixed(Math.max(0, -power));
      const isMarked = [low, high].some(({ value }) => value.includes(","));
      const marked = isMarked ? plain.replace(/\B(?=(?:\d{3})+(?:\.|$))(?<!\.\d*)/g, ",") : plain;
      return { number: number * scale, written: high.value.replace(DIGITS, () => marked) };
    }
  const end = isAbove ? low : high;
  return isWhole ? { number: end.number, written: end.value } : undefined;
}

/** The first day of the later one's year, or of its month. */
function dayBetween(low: Known, high: Known, language: Language): Bound | undefined {
  const iso = isoOf(high.number);
  const day = [`${iso.slice(0, 4)}-01-01`, `${iso.slice(0, 7)}-01`].find(
    first => (daysOf(first)?.first ?? 0) > low.number,
  );
  return day === undefined
    ? undefined
    : { number: daysOf(day)?.first ?? 0, written: dayInWords(day, language) };
}

const gapOf = ({ type }: Leaf, low: Known, high: Known): number => {
  const apart = high.number - low.number;
  if (type === "date") return apart < leastDays ? 0 : apart / (apart + 365);
  const share = apart / Math.max(Math.abs(low.number), Math.abs(high.number));
  return share < leastGap ? 0 : share;
};

/** Of each bound that lies clearly between two subjects, what is on either side of it. */
export function boundsOf(subjects: readonly Subject[], leaf: Leaf, language: Language): Test[] {
  const known = amountsOf(subjects, leaf, language);
  const isDate = leaf.type === "date";
  return known.slice(1).flatMap((high, at): Test[] => {
    const low = known[at] ?? high;
    const gap = gapOf(leaf, low, high);
    const tests = isDate ? (["since", "before"] as const) : (["above", "below"] as const);
    return tests.flatMap((test, side): Test[] => {
      const bound = isDate ? dayBetween(low, high, language) : numberBetween(low, high, side === 0);
      if (gap === 0 || bound === undefined) return [];
      const beyond = (value: string) => {
        const amount = amountIn(value, leaf.type, language);
        return amount && isOneMeasure(amount, high) ? amount.number - bound.number : undefined;
      };
      const meets = (value: string) => {
        const by = beyond(value);
        if (by === undefined) return undefined;
        return side === 0 ? by > 0 || (by === 0 && isDate) : by < 0;
      };
      const distance = (value: string) => Math.abs(beyond(value) ?? Number.POSITIVE_INFINITY);
      return [{ criterion: { ...leaf, test, bound: bound.written }, meets, distance, gap }];
    });
  });
}

/** The greatest and the least of these subjects, where they are clearly so. */
export function extremesOf(subjects: readonly Subject[], leaf: Leaf, language: Language): Test[] {
  const known = amountsOf(subjects, leaf, language);
  const ends = [
    { test: "greatest", first: known.at(-1), next: known.at(-2), sign: 1 },
    { test: "least", first: known[0], next: known[1], sign: -1 },
  ] as const;
  return ends.flatMap(({ test, first, next, sign }): Test[] => {
    if (!first || !next) return [];
    const gap = gapOf(leaf, sign > 0 ? next : first, sign > 0 ? first : next);
    const short = (value: string) => {
      const amount = amountIn(value, leaf.type, language);
      return amount && isOneMeasure(amount, first)
        ? (first.number - amount.number) * sign
        : undefined;
    };
    const meets = (value: string) => {
      const lacks = short(value);
      return lacks === undefined ? undefined : lacks <= 0;
    };
    const distance = (value: string) => Math.abs(short(value) ?? Number.POSITIVE_INFINITY);
    return gap === 0 ? [] : [{ criterion: { ...leaf, test, bound: null }, meets, distance, gap }];
  });
}
