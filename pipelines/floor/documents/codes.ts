// Codes and times of day: seen in a seed they stand for a form, not for a value, so each document gets one of its own.

import type { Draw } from "../../text/random.ts";

const CODE = /^[\p{Lu}\d][\p{Lu}\d\-/.]{2,23}$/u;
const TIME = /^\d{1,2}:\d{2}$/;
// Letters that nobody takes for digits.
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

const isCode = (value: string) => CODE.test(value) && /[\d-]/.test(value);

function sharedStart(values: readonly string[]): number {
  const [first = ""] = values;
  let length = 0;
  while (length < first.length && values.every(value => value[length] === first[length])) length++;
  return values.length > 1 ? length : 0;
}

function inventCode(form: string, kept: number, draw: Draw): string {
  return [...form]
    .map((sign, at) =>
      at < kept
        ? sign
        : /\d/.test(sign)
          ? String(draw(10))
          : /[A-Z]/.test(sign)
            ? (LETTERS[draw(LETTERS.length)] ?? sign)
            : sign,
    )
    .join("");
}

/** A new code or time in the form of these options, what all of them begin with kept; undefined where they are neither. */
export function inventLike(options: readonly string[], draw: Draw): string | undefined {
  const [first] = options;
  if (first === undefined) return undefined;
  if (options.every(option => TIME.test(option)))
    return `${String(draw(24)).padStart(2, "0")}:${String(draw(60)).padStart(2, "0")}`;
  return options.every(isCode)
    ? inventCode(options[draw(options.length)] ?? first, sharedStart(options), draw)
    : undefined;
}
