// "1.7万余辆", "over 500": a value that says how many at least, and holds for what is a little more.

import { inBase } from "./same-value.ts";
import type { Value } from "./values.ts";

const MORE_BEHIND = /^\s?[余多]/u;
const MORE_BEFORE = /\b(?:over|more than|above|upwards of|at least)\s$/i;

/** Whether the text says a value as the least there is. */
const isLeast = (text: string, { start, end, text: written }: Value): boolean =>
  MORE_BEHIND.test(text.slice(end)) ||
  /[余多]/u.test(written) ||
  MORE_BEFORE.test(text.slice(Math.max(0, start - 12), start));

/** One of the last digit that is written and not 0, in base units: of "1.7万" 1,000, of "500" 100. */
function lastDigit({ text }: Value, inBaseUnits: number): number | undefined {
  const written = /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(",", "");
  const number = Number(written);
  if (written === undefined || number === 0) return undefined;
  const scale = inBaseUnits / number;
  const decimals = written.split(".")[1]?.length ?? 0;
  const zeros = /0*$/.exec(written)?.[0].length ?? 0;
  return scale * (decimals > 0 ? 10 ** -decimals : 10 ** zeros);
}

/** Whether a value that stands in evidence bears out "more than" another: it is that one or more, by less than the other's last digit. */
export function isMoreThan(text: string, least: Value, standing: Value): boolean {
  if (least.kind === "date" || standing.kind !== least.kind || !isLeast(text, least)) return false;
  const [[wanted, unit], [found, foundUnit]] = [inBase(least), inBase(standing)];
  const step = lastDigit(least, wanted);
  if (step === undefined || unit !== foundUnit) return false;
  return found >= wanted && found < wanted + step;
}
