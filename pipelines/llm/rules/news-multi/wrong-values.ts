// Numbers and dates made wrong: of the same unit, precision and size, and not in the article.

import { decimalsOf } from "../../../text/decimal.ts";
import type { Draw } from "../../../text/random.ts";

/** Different enough to be an error and no rounding: at least this share of the number. */
const LEAST = 0.12;
const MOST = 0.6;
const TRIES = 12;

const DIGITS = /\d[\d,]*(?:\.\d+)?/;

/** The value with its first number changed, written as before; undefined where no fit number was drawn. */
export function wrongNumber(written: string, article: string, draw: Draw): string | undefined {
  const digits = DIGITS.exec(written)?.[0];
  if (digits === undefined) return undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const changed = changedDigits(digits, draw);
    const value = written.replace(digits, changed);
    if (changed !== digits && !article.includes(changed) && value.length > 0) return value;
  }
  return undefined;
}

function changedDigits(digits: string, draw: Draw): string {
  const plain = digits.replaceAll(",", "");
  const decimals = decimalsOf(plain);
  const number = Number(plain);
  const step = Math.max(10 ** -decimals, number * LEAST);
  const by = step + (draw(1000) / 1000) * Math.max(step, number * (MOST - LEAST));
  const wanted = draw(2) === 0 && number - by > 0 ? number - by : number + by;
  const fixed = roundedLike(plain, wanted).toFixed(decimals);
  // "35.80" and "30.00" give their places away; a last zero where there was none does too.
  const [whole = "", rest] = fixed.split(".");
  const grouped = digits.includes(",") ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

/** "3000" becomes 2400, not 2417: round numbers stay round. */
function roundedLike(plain: string, wanted: number): number {
  const zeros = plain.includes(".") ? 0 : (/0*$/.exec(plain)?.[0].length ?? 0);
  const unit = 10 ** Math.max(0, Math.min(zeros, plain.length - 2));
  return zeros > 0 ? Math.max(unit, Math.round(wanted / unit) * unit) : wanted;
}

/** Another day of the same month: "8月16日", "16 August"; undefined where the article has each that was drawn. */
export function wrongDay(written: string, article: string, draw: Draw): string | undefined {
  const pattern = /(?<=月 ?)\d{1,2}(?= ?[日号])|^\d{1,2}(?= ?[日号]$)|(?<=^)\d{1,2}(?= [A-Z])|(?<=[a-z] )\d{1,2}(?=$|,)/;
  const day = pattern.exec(written)?.[0];
  if (day === undefined) return undefined;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const wrong = String(draw(28) + 1);
    const value = written.replace(pattern, wrong);
    const isSaid = article.includes(value) || article.includes(`${wrong}日`) || article.includes(`${wrong} 日`);
    if (wrong !== day && !isSaid) return value;
  }
  return undefined;
}
