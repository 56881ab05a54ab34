// Finds all dates, numbers, amounts of money, percentages, durations and ordinals in a text, in a comparable form.

import { findDates } from "./dates.ts";
import { narrow } from "./fold.ts";
import { findQuantities, type Value } from "./quantities.ts";
import { remember } from "./remember.ts";

export type { Value };

/**
 * All values of a text in order, without overlaps. Numbers attached to a name (XPS15), list markers, and number words
 * that are not numbers (一起, "one of") are left out. The formats of both languages are read in any text.
 */
export const findValues = (text: string): readonly Value[] => valuesOf(text);

const valuesOf = remember((text: string): readonly Value[] => {
  const plain = withoutMarkers(narrow(text));
  const dates = findDates(plain);
  const taken = new Uint8Array(text.length);
  for (const { start, end } of dates) taken.fill(1, start, end);
  const quantities = findQuantities(plain, (start, end) => taken.subarray(start, end).includes(1));
  const found = [...dates.map(date => ({ ...date, kind: "date" as const })), ...quantities].sort(
    (a, b) => a.start - b.start,
  );
  return withoutOverlap(found).map(value => ({
    ...value,
    text: text.slice(value.start, value.end),
  }));
});

const lineStart = /^([ \t]*)(\d{1,2}\.)(?!\d*\.)/gm;

/**
 * Blanks out list numbers directly before a value ("1.2022年3月", "2.64 rooms"): before a year, or if another entry of the
 * same numbering has no digit there.
 */
function withoutMarkers(plain: string): string {
  const found = [...plain.matchAll(lineStart)].map(match => {
    const after = plain.slice(match.index + match[0].length);
    const isAttached = /^\d/.test(after);
    const isPlain = !isAttached || /^(?:19|20)\d{2}年/.test(after);
    return { number: Number.parseInt(match[2] ?? "", 10), isPlain, isAttached };
  });
  const lists: (typeof found)[] = [];
  for (const one of found) {
    const last = lists.at(-1);
    if (last?.at(-1)?.number === one.number - 1) last.push(one);
    else lists.push([one]);
  }
  const isMarker = lists.flatMap(list =>
    list.map(({ isAttached }) => isAttached && list.some(({ isPlain }) => isPlain)),
  );
  let at = 0;
  return plain.replaceAll(lineStart, (whole, indent: string, marker: string) =>
    isMarker[at++] === true ? indent + " ".repeat(marker.length) : whole,
  );
}

// A unit or sign can overlap the next value ("百分之" before a time); the earlier one wins.
function withoutOverlap<T extends { start: number; end: number }>(found: readonly T[]): T[] {
  let free = 0;
  return found.filter(({ start, end }) => {
    const fits = start >= free;
    if (fits) free = end;
    return fits;
  });
}

/** Whether it is a small count in words ("Three of the four", "两次"), which readers count themselves and no sentence need state. */
export const isCount = (value: string): boolean =>
  !/\d/.test(value) &&
  findValues(value).every(
    ({ kind, canonical }) => kind === "number" && /^(?:[0-9]|1[0-2])$/.test(canonical),
  );
