// Draws wrong numbers and dates: of the same unit, precision and size, and not in the article.

import { decimalsOf, groupedLike } from "../../text/decimal.ts";
import { type Draw, pick } from "../../text/random.ts";
import { findValues, type Value } from "../../text/values.ts";

/** Relative difference large enough to be an error, not rounding; less is enough for degrees and percentages, whose limits readers know. */
const WIDE = { min: 0.12, max: 0.35 };
const NARROW = { min: 0.05, max: 0.15 };
const MAX_ATTEMPTS = 12;

const DIGITS = /\d[\d,]*(?:\.\d+)?/;

/** The value with its first number changed, in the same format; undefined if no suitable number was drawn. */
export function wrongNumber(written: string, article: string, draw: Draw): string | undefined {
  const digits = DIGITS.exec(written)?.[0];
  if (digits === undefined) return undefined;
  const isNarrow = /[%％℃]|百分|摄氏度|per ?cent|°/i.test(written);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const newDigits = changedDigits(digits, isNarrow ? NARROW : WIDE, draw);
    const exceedsHundred = isNarrow && Number(digits) <= 100 && Number(newDigits) >= 100;
    if (newDigits !== digits && !exceedsHundred && !article.includes(newDigits))
      return written.replace(digits, newDigits);
  }
  return undefined;
}

function changedDigits(digits: string, { min, max }: typeof WIDE, draw: Draw): string {
  const plain = digits.replaceAll(",", "");
  const number = Number(plain);
  const step = Math.max(10 ** -decimalsOf(plain), number * min);
  const change = step + (draw(1000) / 1000) * Math.max(step, number * (max - min));
  const target = draw(2) === 0 && number - change > 0 ? number - change : number + change;
  return groupedLike(roundedLike(plain, target).toFixed(decimalsOf(plain)), digits);
}

/** "3000" becomes 2400, not 2417, and "50" becomes 40, not 43: round numbers stay round. */
function roundedLike(plain: string, target: number): number {
  const zeros = plain.includes(".") ? 0 : (/0*$/.exec(plain)?.[0].length ?? 0);
  // For 10 or 20 the next ten is too far off.
  const unit = /^[12]0$/.test(plain) ? 5 : 10 ** Math.min(zeros, Math.max(1, plain.length - 2));
  return zeros > 0 ? Math.max(unit, Math.round(target / unit) * unit) : target;
}

const DAY_OF_MONTH =
  /(?<=月 ?)\d{1,2}(?= ?[日号])|^\d{1,2}(?= ?[日号]$)|(?<=^)\d{1,2}(?= [A-Z])|(?<=[a-z] )\d{1,2}(?=$|,)/;

/** Another day of the same month, between its neighbours in the article, so that it stays plausible. Undefined if it has no neighbours, or no day is left. */
export function wrongDay(written: string, article: string, draw: Draw): string | undefined {
  const dayPositionsIn = (text: string) =>
    findValues(text).flatMap(value => positionInYear(value) ?? []);
  const [oldPosition = Number.NaN] = dayPositionsIn(written);
  const positions = dayPositionsIn(article);
  const previous = Math.max(...positions.filter(position => position < oldPosition));
  const next = Math.min(...positions.filter(position => position > oldPosition));
  if (!DAY_OF_MONTH.test(written) || !Number.isFinite(next - previous)) return undefined;
  const days = Array.from({ length: 28 }, (_, index) => String(index + 1)).filter(day => {
    const value = written.replace(DAY_OF_MONTH, day);
    const [position = oldPosition] = dayPositionsIn(value);
    const isInArticle = [value, `${day}日`, `${day} 日`].some(text => article.includes(text));
    return position !== oldPosition && position > previous && position < next && !isInArticle;
  });
  return days.length === 0 ? undefined : written.replace(DAY_OF_MONTH, pick(draw, days));
}

/** Position of a day in its year, taking months as 31 days: the days of a report are mostly in one year. */
function positionInYear({ kind, canonical }: Value): number | undefined {
  const [, month, day] = kind === "date" ? (/-(\d{2})-(\d{2})$/.exec(canonical) ?? []) : [];
  return day === undefined ? undefined : Number(month) * 31 + Number(day);
}
