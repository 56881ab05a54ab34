// Finds all dates, numbers, amounts of money, percentages, durations and ordinals in a text, in a comparable form.

import { findDates } from "./dates.ts";
import { narrow } from "./fold.ts";
import { findQuantities, type Value } from "./quantities.ts";
import { memoize } from "./memoize.ts";

export type { Value };

/**
 * All values of a text in order, without overlaps. Numbers attached to a name (XPS15), list markers, and number words
 * that are not numbers (一起, "one of") are left out. The formats of both languages are read in any text.
 */
export const findValues = (text: string): readonly Value[] => valuesOf(text);

const valuesOf = memoize((text: string): readonly Value[] => {
  const narrowText = blankMarkers(narrow(text));
  const dates = findDates(narrowText);
  const dateMask = new Uint8Array(text.length);
  for (const { start, end } of dates) dateMask.fill(1, start, end);
  const quantities = findQuantities(narrowText, (start, end) =>
    dateMask.subarray(start, end).includes(1),
  );
  const values = [...dates.map(date => ({ ...date, kind: "date" as const })), ...quantities].sort(
    (a, b) => a.start - b.start,
  );
  return dropOverlaps(values).map(value => ({
    ...value,
    text: text.slice(value.start, value.end),
  }));
});

const listNumber = /^([ \t]*)(\d{1,2}\.)(?!\d*\.)/gm;

/**
 * Blanks out list numbers directly before a value ("1.2022年3月", "2.64 rooms"): before a year, or if another entry of the
 * same numbering has no digit there.
 */
function blankMarkers(narrowText: string): string {
  const entries = [...narrowText.matchAll(listNumber)].map(match => {
    const rest = narrowText.slice(match.index + match[0].length);
    const isAttached = /^\d/.test(rest);
    const isPlain = !isAttached || /^(?:19|20)\d{2}年/.test(rest);
    return { number: Number.parseInt(match[2] ?? "", 10), isPlain, isAttached };
  });
  const lists: (typeof entries)[] = [];
  for (const entry of entries) {
    const list = lists.at(-1);
    if (list?.at(-1)?.number === entry.number - 1) list.push(entry);
    else lists.push([entry]);
  }
  const areMarkers = lists.flatMap(list =>
    list.map(({ isAttached }) => isAttached && list.some(({ isPlain }) => isPlain)),
  );
  let markerIndex = 0;
  return narrowText.replaceAll(listNumber, (match, indent: string, marker: string) =>
    areMarkers[markerIndex++] === true ? indent + " ".repeat(marker.length) : match,
  );
}

// A unit or sign can overlap the next value ("百分之" before a time); the earlier one wins.
function dropOverlaps<T extends { start: number; end: number }>(found: readonly T[]): T[] {
  let lastEnd = 0;
  return found.filter(({ start, end }) => {
    const isFree = start >= lastEnd;
    if (isFree) lastEnd = end;
    return isFree;
  });
}

/** Whether a value is a small count in words ("Three of the four", "两次"), which readers count themselves and no sentence need state. */
export const isCount = (value: string): boolean =>
  !/\d/.test(value) &&
  findValues(value).every(
    ({ kind, canonical }) => kind === "number" && /^(?:[0-9]|1[0-2])$/.test(canonical),
  );
