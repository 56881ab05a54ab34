// Finds arithmetic relations between the values of a text: one of them cannot be changed without the others.

import { decimalsOf } from "../text/decimal.ts";
import {
  type Amount,
  amountOf,
  hasSameMeasure,
  type StatedDetail,
} from "../text/changeable-details.ts";

/** Values farther apart than this, in characters, count as related only if that cannot be chance. */
const NEAR = 250;
/** Minimum number of digits for a match of numbers not to be chance. */
const MIN_DIGITS = 3;

interface Quantity extends Amount {
  readonly told: StatedDetail;
  readonly digits: number;
}

const hasEnoughDigits = ({ digits }: Quantity): boolean => digits >= MIN_DIGITS;

/** Minimum number of days for a span between two dates not to be chance. */
const MIN_DAYS = 4;

function quantitiesOf(told: readonly StatedDetail[]): Quantity[] {
  return told.flatMap(one => {
    const amount = one.kind === "ordinal" ? undefined : amountOf(one);
    const digits =
      one.canonical
        .split(" ")[0]
        ?.replace(/\D/g, "")
        .replace(/^0+|0+$/g, "").length ?? 0;
    return amount
      ? [{ ...amount, told: one, digits: one.kind === "date" ? MIN_DIGITS : digits }]
      : [];
  });
}

/**
 * Two values of a text that form a sum, difference, product, ratio or span of time with a given one; undefined if there
 * are none. Distant values count only if they have too many digits for chance.
 */
export function findTie(
  told: StatedDetail,
  text: readonly StatedDetail[],
): readonly [StatedDetail, StatedDetail] | undefined {
  const [own] = quantitiesOf([told]);
  if (own === undefined) return undefined;
  const otherQuantities = quantitiesOf(text).filter(
    ({ told: other }) => other.start !== told.start,
  );
  for (const [index, one] of otherQuantities.entries())
    for (const other of otherQuantities.slice(index + 1)) {
      const triple = [own, one, other];
      if (new Set(triple).size === triple.length && areTied(triple)) return [one.told, other.told];
    }
  return undefined;
}

function areTied(triple: readonly Quantity[]): boolean {
  const starts = triple.map(({ told }) => told.start);
  const isNear = Math.max(...starts) - Math.min(...starts) < NEAR;
  const isSpan = triple.some(({ told }) => told.kind === "date");
  const isSignificant = (value: Quantity) =>
    hasEnoughDigits(value) || (isSpan && value.number >= MIN_DAYS * 1440);
  if (!isNear && !triple.every(isSignificant)) return false;
  return [0, 1, 2].some(resultIndex => {
    const result = triple[resultIndex];
    const [a, b] = triple.filter((_, index) => index !== resultIndex);
    return result !== undefined && a !== undefined && b !== undefined && isResultOf(a, b, result);
  });
}

function isResultOf(a: Quantity, b: Quantity, result: Quantity): boolean {
  if (a.measure === "day" && b.measure === "day")
    return isDuration(Math.abs(a.number - b.number), result);
  if (/day/.test(a.measure + b.measure + result.measure)) return false;
  if (hasSameMeasure(a, b)) {
    if (hasSameMeasure(a, result)) return isClose(a.number + b.number, result.number);
    return /^[\d.]+\s?%/.test(result.told.text) && isShare(a.number, b.number, result);
  }
  const product = a.number * b.number;
  return (
    (result.told.kind === "money" || hasEnoughDigits(result)) &&
    [a, b].some(
      factor =>
        factor.told.kind === "number" &&
        factor.number > 1 &&
        hasSameMeasure(factor === a ? b : a, result),
    ) &&
    isClose(product, result.number)
  );
}

const isDuration = (days: number, { told, number }: Quantity): boolean =>
  told.kind === "duration" &&
  (told.canonical.endsWith("month") || told.canonical.endsWith("year")
    ? Math.abs(days / 30.44 - number) < 0.6
    : isClose(days * 1440, number));

/** Whether the value is a share of the other, or the change from one to the other. */
function isShare(a: number, b: number, { told, number }: Quantity): boolean {
  const half = 0.5 * 10 ** -decimalsOf(told.canonical);
  const isResult = (value: number) => Math.abs(Math.abs(value) * 100 - Math.abs(number)) <= half;
  return [
    [a, b],
    [b, a],
  ].some(([x = 0, y = 0]) => y !== 0 && (isResult(x / y) || isResult((x - y) / y)));
}

const isClose = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/** Whether the value is part of a run of values that add up to another one, or to 100 %. */
export function isSummand(told: StatedDetail, text: readonly StatedDetail[]): boolean {
  const own = amountOf(told);
  if (own === undefined || told.kind === "date") return false;
  const sameKind = quantitiesOf(text).filter(
    other => other.told.kind === told.kind && hasSameMeasure(own, other),
  );
  const totals = sameKind.map(({ number }) => number);
  if (told.kind === "percent") totals.push(100);
  return sameKind.some((_, from) => {
    let sum = sameKind[from]?.number ?? 0;
    for (let to = from + 1; to < sameKind.length && to - from < 12; to++) {
      sum += sameKind[to]?.number ?? 0;
      const run = sameKind.slice(from, to + 1);
      const rest = totals.filter((_, index) => index < from || index > to);
      const hasValue = (total: number) =>
        run.some(value => value.told.start === told.start) || isClose(total, own.number);
      const isNear = (run.at(-1)?.told.start ?? 0) - (run[0]?.told.start ?? 0) < NEAR * 2;
      if (to - from > 1 && isNear && rest.some(total => isClose(total, sum) && hasValue(total)))
        return true;
    }
    return false;
  });
}
