// Draws a replacement for a value, of the same form and size.

import { decimalsOf, shiftDecimal } from "../text/decimal.ts";
import { dateParts } from "../text/dates.ts";
import type { Draw } from "../text/random.ts";
import type { StatedDetail } from "../text/changeable-details.ts";

/** Maximum relative change in a number. */
const maxChange = 0.3;
/** Maximum change in a date, in days, or in months if it has no day. */
const maxDateSteps = 9;
/** Maximum change in a version's last number. */
const maxVersionSteps = 3;

/** The replacement as a canonical value; undefined if nothing that was drawn fits the form. */
export function drawReplacement(detail: StatedDetail, draw: Draw): string | undefined {
  if (detail.kind === "version") return drawVersion(detail.canonical, draw);
  if (detail.kind === "date") return drawDate(detail.canonical, draw);
  const [number = "", unit = ""] = detail.canonical.split(" ");
  const newNumber = drawNumber(number, detail, draw);
  return newNumber && `${newNumber} ${unit}`.trim();
}

/** Keeps the number of digits, and how round the number is: 8000 gives 7000, 32 gives 36, 12.5 gives 13.4. */
function drawNumber(canonical: string, detail: StatedDetail, draw: Draw): string | undefined {
  const writtenNumber = /\d[\d,]*(?:\.\d+)?/.exec(detail.text)?.[0].replaceAll(",", "");
  if (writtenNumber === undefined || Number(writtenNumber) === 0) return undefined;
  const decimals = decimalsOf(writtenNumber);
  const digits = shiftDecimal(writtenNumber, decimals);
  const zeros = /0*$/.exec(digits)?.[0].length ?? 0;
  // For 100 or 200, the next hundred is too far away.
  const keptZeros = zeros > 0 && Number(digits) / 10 ** zeros <= 2 ? zeros - 1 : zeros;
  const steps = Number(digits) / 10 ** keptZeros;
  const step = 1 + draw(Math.max(1, Math.round(steps * maxChange)));
  const other = steps + (draw(2) === 0 ? step : -step);
  const isSimilar =
    String(other).length === String(steps).length && (keptZeros > 0 || other % 10 !== 0);
  if (other <= 0 || !isSimilar) return undefined;
  const scale = Math.round(Math.log10(Math.abs(Number(canonical) / Number(writtenNumber))));
  const isPlain = Math.abs(Number(canonical)) === Number(shiftDecimal(writtenNumber, scale));
  const value = shiftDecimal(String(other), keptZeros - decimals + scale);
  return isPlain ? (canonical.startsWith("-") ? `-${value}` : value) : undefined;
}

/** Another day of the same month, or another month of the same year: coarser mentions elsewhere remain true. */
function drawDate(canonical: string, draw: Draw): string | undefined {
  const parts = dateParts(canonical);
  if (parts?.month === undefined) return undefined;
  const step = (draw(2) === 0 ? 1 : -1) * (1 + draw(maxDateSteps));
  const isDay = parts.day !== undefined;
  const newSteps = Number(isDay ? parts.day : parts.month) + step;
  if (newSteps < 1 || newSteps > (isDay ? 28 : 12)) return undefined;
  const written = String(newSteps).padStart(2, "0");
  return `${parts.year ?? "-"}-${isDay ? `${parts.month}-` : ""}${written}`;
}

/** Changes only the last number: a patch release remains one. */
function drawVersion(canonical: string, draw: Draw): string | undefined {
  const numbers = canonical.split(".").map(Number);
  const last = (numbers.pop() ?? 0) + (draw(2) === 0 ? 1 : -1) * (1 + draw(maxVersionSteps));
  return last < 0 ? undefined : [...numbers, last].join(".");
}
