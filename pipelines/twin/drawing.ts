// Draws a replacement for a value, of the same form and size.

import { decimalsOf, shiftDecimal } from "../text/decimal.ts";
import { dateParts } from "../text/dates.ts";
import type { Draw } from "../text/random.ts";
import type { StatedDetail } from "../text/changeable-details.ts";

/** Largest relative change of a number. */
const REACH = 0.3;
const FARTHEST_DAYS = 9;
const FARTHEST_VERSION = 3;

/** The replacement as a canonical value; undefined if the draw gave nothing that fits the form. */
export function drawOther(told: StatedDetail, draw: Draw): string | undefined {
  if (told.kind === "version") return drawVersion(told.canonical, draw);
  if (told.kind === "date") return drawDate(told.canonical, draw);
  const [number = "", unit = ""] = told.canonical.split(" ");
  const other = drawNumber(number, told, draw);
  return other && `${other} ${unit}`.trim();
}

/** As many digits, as round as it was: 8000 gives 7000, 32 gives 36, 12.5 gives 13.4. */
function drawNumber(canonical: string, told: StatedDetail, draw: Draw): string | undefined {
  const written = /\d[\d,]*(?:\.\d+)?/.exec(told.text)?.[0].replaceAll(",", "");
  if (written === undefined || Number(written) === 0) return undefined;
  const decimals = decimalsOf(written);
  const digits = shiftDecimal(written, decimals);
  const zeros = /0*$/.exec(digits)?.[0].length ?? 0;
  // For 100 or 200 the next hundred is too far off.
  const kept = zeros > 0 && Number(digits) / 10 ** zeros <= 2 ? zeros - 1 : zeros;
  const steps = Number(digits) / 10 ** kept;
  const by = 1 + draw(Math.max(1, Math.round(steps * REACH)));
  const other = steps + (draw(2) === 0 ? by : -by);
  const isLike = String(other).length === String(steps).length && (kept > 0 || other % 10 !== 0);
  if (other <= 0 || !isLike) return undefined;
  const scale = Math.round(Math.log10(Math.abs(Number(canonical) / Number(written))));
  const isPlain = Math.abs(Number(canonical)) === Number(shiftDecimal(written, scale));
  const value = shiftDecimal(String(other), kept - decimals + scale);
  return isPlain ? (canonical.startsWith("-") ? `-${value}` : value) : undefined;
}

/** Another day of the same month, or another month of the same year: coarser mentions elsewhere still hold. */
function drawDate(canonical: string, draw: Draw): string | undefined {
  const parts = dateParts(canonical);
  if (parts?.month === undefined) return undefined;
  const by = (draw(2) === 0 ? 1 : -1) * (1 + draw(FARTHEST_DAYS));
  const isDay = parts.day !== undefined;
  const other = Number(isDay ? parts.day : parts.month) + by;
  if (other < 1 || other > (isDay ? 28 : 12)) return undefined;
  const written = String(other).padStart(2, "0");
  return `${parts.year ?? "-"}-${isDay ? `${parts.month}-` : ""}${written}`;
}

/** Changes only the last number: a patch release stays one. */
function drawVersion(canonical: string, draw: Draw): string | undefined {
  const numbers = canonical.split(".").map(Number);
  const last = (numbers.pop() ?? 0) + (draw(2) === 0 ? 1 : -1) * (1 + draw(FARTHEST_VERSION));
  return last < 0 ? undefined : [...numbers, last].join(".");
}
