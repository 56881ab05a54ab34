// Parses numbers on the command line; an error says what the option accepts.

import { PipelineError } from "../engine/errors.ts";

const wrongNumber = (flag: string, text: string, expected: string, example: string) =>
  new PipelineError("wrong-use", `--${flag} must be ${expected}, not "${text}".`, {
    hint: `For example: --${flag} ${example}`,
  });

export function parseWholeNumber(flag: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw wrongNumber(flag, text, "a whole number", "20");
}

/** In USD. */
function parseAmount(flag: string, text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw wrongNumber(flag, text, "an amount in USD", "2.50");
}

/** From 1 to 5. */
export function parseRating(flag: string, text: string): number {
  if (/^([1-4](\.\d+)?|5(\.0+)?)$/.test(text)) return Number(text);
  throw wrongNumber(flag, text, "a rating from 1 to 5", "4");
}

/** From 0 to 1, or in percent. */
export function parseShare(flag: string, text: string): number {
  const [, digits = "", percent = ""] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const share = Number(digits) / (percent ? 100 : 1);
  if (digits !== "" && share <= 1) return share;
  throw wrongNumber(flag, text, "a share from 0 to 1", "0.05");
}

/** Leaves an option undefined if it was not given. */
const optional =
  (parse: (flag: string, text: string) => number) => (flag: string, text: string | undefined) =>
    text === undefined ? undefined : parse(flag, text);

export const optionalWholeNumber = optional(parseWholeNumber);
export const optionalAmount = optional(parseAmount);
export const optionalRating = optional(parseRating);
export const optionalShare = optional(parseShare);
