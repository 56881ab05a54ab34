// Finds arithmetic relations between the values of a text: one of them cannot be changed without the others.

import { decimalsOf } from "../text/decimal.ts";
import {
  type Amount,
  amountOf,
  haveSameMeasure,
  type StatedDetail,
} from "../text/changeable-details.ts";

/** Values farther apart than this, in characters, count as related only if the relation cannot be chance. */
const nearDistance = 250;
/** Numbers with at least this many digits do not match by chance. */
const minDigits = 3;

interface Quantity extends Amount {
  readonly detail: StatedDetail;
  readonly digits: number;
}

const hasEnoughDigits = ({ digits }: Quantity): boolean => digits >= minDigits;

/** Spans of at least this many days between two dates do not match by chance. */
const minDays = 4;

function quantitiesOf(details: readonly StatedDetail[]): Quantity[] {
  return details.flatMap(detail => {
    const amount = detail.kind === "ordinal" ? undefined : amountOf(detail);
    const digits =
      detail.canonical
        .split(" ")[0]
        ?.replace(/\D/g, "")
        .replace(/^0+|0+$/g, "").length ?? 0;
    return amount
      ? [{ ...amount, detail, digits: detail.kind === "date" ? minDigits : digits }]
      : [];
  });
}

/**
 * Two values of a text that form a sum, difference, product, ratio or span of time with a given one; undefined if
 * there are none. Distant values count only if they have too many digits to be related by chance.
 */
export function findTie(
  detail: StatedDetail,
  details: readonly StatedDetail[],
): readonly [StatedDetail, StatedDetail] | undefined {
  const [own] = quantitiesOf([detail]);
  if (own === undefined) return undefined;
  const otherQuantities = quantitiesOf(details).filter(
    ({ detail: otherDetail }) => otherDetail.start !== detail.start,
  );
  for (const [index, one] of otherQuantities.entries())
    for (const other of otherQuantities.slice(index + 1)) {
      const triple = [own, one, other];
      if (new Set(triple).size === triple.length && areTied(triple))
        return [one.detail, other.detail];
    }
  return undefined;
}

function areTied(triple: readonly Quantity[]): boolean {
  const starts = triple.map(({ detail }) => detail.start);
  const isNear = Math.max(...starts) - Math.min(...starts) < nearDistance;
  const isSpan = triple.some(({ detail }) => detail.kind === "date");
  const isSignificant = (value: Quantity) =>
    hasEnoughDigits(value) || (isSpan && value.number >= minDays * 1440);
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
  if (haveSameMeasure(a, b)) {
    if (haveSameMeasure(a, result)) return isClose(a.number + b.number, result.number);
    return /^[\d.]+\s?%/.test(result.detail.text) && isShare(a.number, b.number, result);
  }
  const product = a.number * b.number;
  return (
    (result.detail.kind === "money" || hasEnoughDigits(result)) &&
    [a, b].some(
      factor =>
        factor.detail.kind === "number" &&
        factor.number > 1 &&
        haveSameMeasure(factor === a ? b : a, result),
    ) &&
    isClose(product, result.number)
  );
}

const isDuration = (days: number, { detail, number }: Quantity): boolean =>
  detail.kind === "duration" &&
  (detail.canonical.endsWith("month") || detail.canonical.endsWith("year")
    ? Math.abs(days / 30.44 - number) < 0.6
    : isClose(days * 1440, number));

/** Whether the value is a share of the other, or the change from one to the other. */
function isShare(a: number, b: number, { detail, number }: Quantity): boolean {
  const tolerance = 0.5 * 10 ** -decimalsOf(detail.canonical);
  const isResult = (value: number) =>
    Math.abs(Math.abs(value) * 100 - Math.abs(number)) <= tolerance;
  return [
    [a, b],
    [b, a],
  ].some(([x = 0, y = 0]) => y !== 0 && (isResult(x / y) || isResult((x - y) / y)));
}

const isClose = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/** Whether the value is part of a run of values that add up to another one, or to 100%. */
export function isSummand(detail: StatedDetail, details: readonly StatedDetail[]): boolean {
  const own = amountOf(detail);
  if (own === undefined || detail.kind === "date") return false;
  const sameKind = quantitiesOf(details).filter(
    second => second.detail.kind === detail.kind && haveSameMeasure(own, second),
  );
  const totals = sameKind.map(({ number }) => number);
  if (detail.kind === "percent") totals.push(100);
  return sameKind.some((_, from) => {
    let sum = sameKind[from]?.number ?? 0;
    for (let to = from + 1; to < sameKind.length && to - from < 12; to++) {
      sum += sameKind[to]?.number ?? 0;
      const run = sameKind.slice(from, to + 1);
      const rest = totals.filter((_, index) => index < from || index > to);
      const hasValue = (total: number) =>
        run.some(value => value.detail.start === detail.start) || isClose(total, own.number);
      const isNear =
        (run.at(-1)?.detail.start ?? 0) - (run[0]?.detail.start ?? 0) < nearDistance * 2;
      if (to - from > 1 && isNear && rest.some(total => isClose(total, sum) && hasValue(total)))
        return true;
    }
    return false;
  });
}
