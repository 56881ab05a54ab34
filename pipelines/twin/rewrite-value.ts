// Writes a new value in the form of the old one: changes the digits that differ, and nothing else.

import { decimalsOf, groupedLike } from "../text/decimal.ts";
import { findValues } from "../text/values.ts";
import { months } from "../text/write-values.ts";
import type { StatedDetail } from "../text/changeable-details.ts";

const digitsPattern = /\d[\d,]*(?:\.\d+)?/g;

/** A replacement of the text from `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The edit that makes a value in a text read as `canonical`: as many decimals, the same symbols, the same words
 * around it. Undefined if its form cannot express it (a number in words, two numbers in one value).
 */
export function rewrite(detail: StatedDetail, canonical: string): Edit | undefined {
  const written =
    detail.kind === "name" || detail.kind === "version"
      ? detail.text.replace(detail.canonical, () => canonical)
      : detail.kind === "date"
        ? writeDate(detail, canonical)
        : writeNumber(detail, canonical);
  return written === undefined || written === detail.text ? undefined : trimEdit(detail, written);
}

/** The edit without unchanged text at both ends; numbers are replaced whole, so that no span can begin within one. */
function trimEdit({ start, text }: StatedDetail, written: string): Edit {
  const isPart = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}.,]/u.test(character);
  let prefixLength = 0;
  while (prefixLength < text.length && text[prefixLength] === written[prefixLength]) prefixLength++;
  while (prefixLength > 0 && isPart(text[prefixLength - 1])) prefixLength--;
  let suffixLength = 0;
  const maxSuffix = Math.min(text.length, written.length) - prefixLength;
  while (suffixLength < maxSuffix && text.at(-1 - suffixLength) === written.at(-1 - suffixLength))
    suffixLength++;
  while (suffixLength > 0 && isPart(text.at(-suffixLength))) suffixLength--;
  return {
    start: start + prefixLength,
    end: start + text.length - suffixLength,
    text: written.slice(prefixLength, written.length - suffixLength),
  };
}

function writeNumber(detail: StatedDetail, canonical: string): string | undefined {
  const [digits, ...others] = detail.text.match(digitsPattern) ?? [];
  if (digits === undefined || others.length > 0) return undefined;
  const plainDigits = digits.replaceAll(",", "");
  const [before, after] = [detail.canonical, canonical].map(value => Number(value.split(" ")[0]));
  const scale = Math.abs((before ?? 0) / Number(plainDigits));
  if (after === undefined || !Number.isFinite(scale) || scale === 0) return undefined;
  const number = Math.abs(after / scale).toFixed(decimalsOf(plainDigits));
  const written = detail.text.replace(digits, groupedLike(number, digits));
  return readsAs(written, canonical) ? written : undefined;
}

/** Whether the text reads as the value. A unit taken from a neighbouring word or range is not in the text: then only the number is compared. */
function readsAs(written: string, canonical: string): boolean {
  const [found, ...others] = findValues(written);
  const numberOf = (value: string | undefined) => Number(value?.split(" ")[0]);
  return (
    others.length === 0 &&
    Math.abs(numberOf(found?.canonical) - numberOf(canonical)) <
      1e-9 * Math.abs(numberOf(canonical))
  );
}

const ordinalSuffix: Readonly<Record<string, string>> = {
  1: "st",
  2: "nd",
  3: "rd",
  21: "st",
  22: "nd",
  23: "rd",
  31: "st",
};

/** Tries each number and month name in turn, and keeps the one after which the text reads as the new date. */
function writeDate(detail: StatedDetail, canonical: string): string | undefined {
  const [, month = "", day] =
    /(\d{2})(?:-(\d{2}))?$/.exec(canonical.replace(/^(?:\d{4}|-)-/, "")) ?? [];
  const candidates = [
    ...detail.text.matchAll(/(\d{1,2})(st|nd|rd|th)?(?!\d)|\p{Lu}[a-z]{2,8}/gu),
  ].map(({ 0: found, 1: digits, 2: suffix, index }) => {
    const end = index + found.length;
    const replaceWith = (text: string) =>
      detail.text.slice(0, index) + text + detail.text.slice(end);
    if (digits === undefined) return replaceWith(monthLike(found, Number(month)));
    const newNumber = String(Number(day ?? month)).padStart(digits.startsWith("0") ? 2 : 1, "0");
    return replaceWith(
      newNumber + (suffix === undefined ? "" : (ordinalSuffix[Number(newNumber)] ?? "th")),
    );
  });
  return candidates.find(written => {
    const [found, ...others] = findValues(written);
    return others.length === 0 && found?.kind === "date" && found.canonical === canonical;
  });
}

const monthLike = (found: string, month: number): string => {
  const name = months[month - 1] ?? "";
  return months.includes(found) ? name : name.slice(0, found.length);
};
