// Draws wrong numbers and dates: of the same unit, precision and size, and not in the article.

import { decimalsOf, groupedLike } from "../../text/decimal.ts";
import { type Draw, pick } from "../../text/random.ts";
import { findValues, type Value } from "../../text/values.ts";

/** Relative difference large enough for an error rather than a rounding; readers know the limits of degrees and percentages. */
const WIDE = { least: 0.12, most: 0.35 };
const NARROW = { least: 0.05, most: 0.15 };
const TRIES = 12;

const DIGITS = /\d[\d,]*(?:\.\d+)?/;

/** The value with its first number changed, in the same format; undefined if no suitable number was drawn. */
export function wrongNumber(written: string, article: string, draw: Draw): string | undefined {
  const digits = DIGITS.exec(written)?.[0];
  if (digits === undefined) return undefined;
  const isNarrow = /[%％℃]|百分|摄氏度|per ?cent|°/i.test(written);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const changed = changedDigits(digits, isNarrow ? NARROW : WIDE, draw);
    const exceedsHundred = isNarrow && Number(digits) <= 100 && Number(changed) >= 100;
    if (changed !== digits && !exceedsHundred && !article.includes(changed))
      return written.replace(digits, changed);
  }
  return undefined;
}

function changedDigits(digits: string, { least, most }: typeof WIDE, draw: Draw): string {
  const plain = digits.replaceAll(",", "");
  const number = Number(plain);
  const step = Math.max(10 ** -decimalsOf(plain), number * least);
  const by = step + (draw(1000) / 1000) * Math.max(step, number * (most - least));
  const wanted = draw(2) === 0 && number - by > 0 ? number - by : number + by;
  return groupedLike(roundedLike(plain, wanted).toFixed(decimalsOf(plain)), digits);
}

/** "3000" becomes 2400, not 2417, and "50" becomes 40, not 43: round numbers stay round. */
function roundedLike(plain: string, wanted: number): number {
  const zeros = plain.includes(".") ? 0 : (/0*$/.exec(plain)?.[0].length ?? 0);
  // For 10 or 20 the next ten is too far off.
  const unit = /^[12]0$/.test(plain) ? 5 : 10 ** Math.min(zeros, Math.max(1, plain.length - 2));
  return zeros > 0 ? Math.max(unit, Math.round(wanted / unit) * unit) : wanted;
}

const DAY_OF_MONTH =
  /(?<=月 ?)\d{1,2}(?= ?[日号])|^\d{1,2}(?= ?[日号]$)|(?<=^)\d{1,2}(?= [A-Z])|(?<=[a-z] )\d{1,2}(?=$|,)/;

/** Another day of the same month, between its neighbours in the article, so that it stays plausible. Undefined if there are none, or no day is left. */
export function wrongDay(
  written: string,
  { article }: { readonly article: string },
  draw: Draw,
): string | undefined {
  const daysIn = (text: string) => findValues(text).flatMap(value => placeIn(value) ?? []);
  const [oldPlace = Number.NaN] = daysIn(written);
  const places = daysIn(article);
  const after = Math.max(...places.filter(place => place < oldPlace));
  const before = Math.min(...places.filter(place => place > oldPlace));
  if (!DAY_OF_MONTH.test(written) || !Number.isFinite(before - after)) return undefined;
  const days = Array.from({ length: 28 }, (_, at) => String(at + 1)).filter(day => {
    const value = written.replace(DAY_OF_MONTH, day);
    const [place = oldPlace] = daysIn(value);
    const isSaid = [value, `${day}日`, `${day} 日`].some(text => article.includes(text));
    return place !== oldPlace && place > after && place < before && !isSaid;
  });
  return days.length === 0 ? undefined : written.replace(DAY_OF_MONTH, pick(draw, days));
}

/** Position of a day in its year, taking months as 31 days: the days of a report are mostly in one year. */
function placeIn({ kind, canonical }: Value): number | undefined {
  const [, month, day] = kind === "date" ? (/-(\d{2})-(\d{2})$/.exec(canonical) ?? []) : [];
  return day === undefined ? undefined : Number(month) * 31 + Number(day);
}
