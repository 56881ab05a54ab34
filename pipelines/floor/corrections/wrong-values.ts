// Numbers and dates made wrong: of the same unit, precision and size, and not in the article.

import { decimalsOf } from "../../text/decimal.ts";
import type { Draw } from "../../text/random.ts";
import { findValues, type Value } from "../../text/values.ts";

/** Different enough to be an error and no rounding: at least this share of the number. */
const LEAST = 0.12;
const MOST = 0.35;
/** Of degrees and shares, which a reader knows the limits of. */
const NARROW = { least: 0.05, most: 0.15 };
const TRIES = 12;

const DIGITS = /\d[\d,]*(?:\.\d+)?/;

/** The value with its first number changed, written as before; undefined where no fit number was drawn. */
export function wrongNumber(written: string, article: string, draw: Draw): string | undefined {
  const digits = DIGITS.exec(written)?.[0];
  if (digits === undefined) return undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const changed = changedDigits(
      digits,
      isNarrow(written) ? NARROW : { least: LEAST, most: MOST },
      draw,
    );
    const value = written.replace(digits, changed);
    const overfull = isNarrow(written) && Number(digits) <= 100 && Number(changed) >= 100;
    if (changed !== digits && !overfull && !article.includes(changed) && value.length > 0)
      return value;
  }
  return undefined;
}

const isNarrow = (written: string): boolean => /[%％℃]|百分|摄氏度|per ?cent|°/i.test(written);

interface Reach {
  readonly least: number;
  readonly most: number;
}

function changedDigits(digits: string, { least, most }: Reach, draw: Draw): string {
  const plain = digits.replaceAll(",", "");
  const decimals = decimalsOf(plain);
  const number = Number(plain);
  const step = Math.max(10 ** -decimals, number * least);
  const by = step + (draw(1000) / 1000) * Math.max(step, number * (most - least));
  const wanted = draw(2) === 0 && number - by > 0 ? number - by : number + by;
  const fixed = roundedLike(plain, wanted).toFixed(decimals);
  // "35.80" and "30.00" give their places away; a last zero where there was none does too.
  const [whole = "", rest] = fixed.split(".");
  const grouped = digits.includes(",") ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** "3000" becomes 2400, not 2417, and "50" becomes 40, not 43: round numbers stay round. */
function roundedLike(plain: string, wanted: number): number {
  const zeros = plain.includes(".") ? 0 : (/0*$/.exec(plain)?.[0].length ?? 0);
  // Of ten or twenty the next ten is too far off.
  const unit = /^[12]0$/.test(plain) ? 5 : 10 ** Math.min(zeros, Math.max(1, plain.length - 2));
  return zeros > 0 ? Math.max(unit, Math.round(wanted / unit) * unit) : wanted;
}

const DAY_OF_MONTH =
  /(?<=月 ?)\d{1,2}(?= ?[日号])|^\d{1,2}(?= ?[日号]$)|(?<=^)\d{1,2}(?= [A-Z])|(?<=[a-z] )\d{1,2}(?=$|,)/;

/** Another day of the same month, between the days before and after it that the article has: it stays possible. Undefined where there are none, or no day is left. */
export function wrongDay(
  written: string,
  { article, language }: { article: string; language: "zh" | "en" },
  draw: Draw,
): string | undefined {
  const day = DAY_OF_MONTH.exec(written)?.[0];
  if (day === undefined) return undefined;
  const { after, before } = neighbours(written, article, language);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const wrong = String(draw(28) + 1);
    const value = written.replace(DAY_OF_MONTH, wrong);
    const isSaid =
      article.includes(value) || article.includes(`${wrong}日`) || article.includes(`${wrong} 日`);
    const place = placeOf(value, language);
    if (wrong !== day && !isSaid && place !== undefined && place > after && place < before)
      return value;
  }
  return undefined;
}

/** The places of the nearest other days: none on a side is no room there. */
function neighbours(
  written: string,
  article: string,
  language: "zh" | "en",
): { after: number; before: number } {
  const own = placeOf(written, language) ?? Number.NaN;
  const places = findValues(article, language).flatMap(value => placeIn(value) ?? []);
  const [earlier, later] = [
    places.filter(place => place < own),
    places.filter(place => place > own),
  ];
  return earlier.length > 0 && later.length > 0
    ? { after: Math.max(...earlier), before: Math.min(...later) }
    : { after: Number.NaN, before: Number.NaN };
}

const placeOf = (text: string, language: "zh" | "en"): number | undefined =>
  findValues(text, language)
    .map(placeIn)
    .find(place => place !== undefined);

/** Where a day lies in its year, months taken as 31 days: the days of one report mostly lie in one year. */
function placeIn({ kind, canonical }: Value): number | undefined {
  const [, month, day] = kind === "date" ? (/-(\d{2})-(\d{2})$/.exec(canonical) ?? []) : [];
  return day === undefined ? undefined : Number(month) * 31 + Number(day);
}
