// Finds dates and times of day in running text, in all usual Chinese and English formats.

import { datePatterns, monthLead, monthNumber, timePatterns } from "./date-patterns.ts";
import { parseHan } from "./number-words.ts";

export interface FoundDate {
  readonly start: number;
  readonly end: number;
  /** ISO, as precise as written; "--03-05" without a year, "--03" for a month alone, "T14:30" for a time of day. */
  readonly canonical: string;
}

/** A date's fields as two or four digits. */
export interface DateParts {
  readonly year?: string | undefined;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
}

interface DateMatch extends DateParts {
  readonly start: number;
  readonly end: number;
}

/** All dates and times of a narrowed text (see fold.ts), in order, without overlaps. */
export function findDates(text: string): FoundDate[] {
  const usedUnits = new Uint8Array(text.length);
  const times = timePatterns.flatMap(pattern =>
    [...text.matchAll(pattern)].flatMap(match => readTime(match, usedUnits)),
  );
  const dates = datePatterns.flatMap(pattern =>
    [...text.matchAll(pattern)].flatMap(match => readDate(text, match, usedUnits)),
  );
  dates.sort((a, b) => a.start - b.start);
  const completeDates = withRangeEnds(text, dates);
  const canonicalDates = completeDates.map(({ start, end, ...parts }) => ({
    start,
    end,
    canonical: dateCanonical(parts),
  }));
  return [...canonicalDates, ...times].sort((a, b) => a.start - b.start);
}

/** The comparable form of a date: "2021-03-05", "2021-03", "2021", "--03-05", "--03". */
function dateCanonical({ year, month, day }: DateParts): string {
  if (month === undefined) return year ?? "";
  return `${year ?? "-"}-${month}${day === undefined ? "" : `-${day}`}`;
}

/** The fields of a canonical date; undefined for a time of day. */
export function dateParts(canonical: string): DateParts | undefined {
  const match = /^(?:(\d{4})|-)(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(canonical);
  return match === null ? undefined : { year: match[1], month: match[2], day: match[3] };
}

function readDate(text: string, match: RegExpExecArray, usedUnits: Uint8Array): DateMatch[] {
  const [start, end] = [match.index, match.index + match[0].trimEnd().length];
  if (isUsed(usedUnits, start, end) || isOrdinaryWord(text, match)) return [];
  const parts = readParts(match.groups ?? {});
  if (parts === undefined) return [];
  usedUnits.fill(1, start, end);
  return [{ start, end, ...parts }];
}

function readTime(match: RegExpExecArray, usedUnits: Uint8Array): FoundDate[] {
  const { hour = "", minute = "0", half: dayPeriod = "" } = match.groups ?? {};
  const minutes = match.groups?.["halfPast"] === undefined ? Number(digitsOf(minute)) : 30;
  const hours = Number(digitsOf(hour));
  const isAfternoon =
    /^p|下午|晚|中午|傍晚/i.test(dayPeriod) && hours < 12 && !(dayPeriod === "中午" && hours > 10);
  const isMidnight = /^a/i.test(dayPeriod) && hours === 12;
  const end = match.index + match[0].length;
  if (!(hours <= 24 && minutes < 60) || isUsed(usedUnits, match.index, end)) return [];
  usedUnits.fill(1, match.index, end);
  return [
    {
      start: match.index,
      end,
      canonical: `T${pad(isAfternoon ? hours + 12 : isMidnight ? 0 : hours)}:${pad(minutes)}`,
    },
  ];
}

const isUsed = (usedUnits: Uint8Array, start: number, end: number): boolean =>
  usedUnits.subarray(start, end).includes(1);

/** "May" and "March" without a day or year may be ordinary words: they are months only after "in", "since" and the like. */
function isOrdinaryWord(text: string, match: RegExpExecArray): boolean {
  if (!/^(?:May|March|Mar)\b\.?$/.test(match[0].trim())) return false;
  return !monthLead.test(text.slice(Math.max(0, match.index - 12), match.index));
}

function readParts(groups: Record<string, string | undefined>): DateParts | undefined {
  const { first, second } = groups;
  if (first !== undefined && second !== undefined)
    return readNumeric(Number(first), Number(second), groups["year"]);
  const year = groups["shortYear"] === undefined ? groups["year"] : `20${groups["shortYear"]}`;
  const month =
    groups["month"] === undefined
      ? undefined
      : (monthNumber(groups["month"]) ?? digitsOf(groups["month"]));
  const day = groups["day"] === undefined ? undefined : digitsOf(groups["day"]);
  return partsInCalendar(year === undefined ? undefined : digitsOf(year), month, day);
}

/** 03/05/2021 is read month first; 25/03/2021 cannot be. */
const readNumeric = (
  first: number,
  second: number,
  year: string | undefined,
): DateParts | undefined =>
  first > 12
    ? partsInCalendar(year, String(second), String(first))
    : partsInCalendar(year, String(first), String(second));

function partsInCalendar(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): DateParts | undefined {
  const isUpTo = (max: number, field: string | undefined): boolean =>
    field === undefined || (Number(field) >= 1 && Number(field) <= max);
  if (!isUpTo(12, month) || !isUpTo(31, day) || !isUpTo(9999, year)) return undefined;
  return { year, month: month && pad(month), day: day && pad(day) };
}

const digitsOf = (text: string): string => (/^\d+$/.test(text) ? text : (parseHan(text) ?? ""));
const pad = (text: string | number): string => String(text).padStart(2, "0");

/** The start of a range may have a note in parentheses: "3月5日（开工）至10日". */
const parenthesis = /^\s?\([^()\n]{1,30}\)/;
const textAfter = (text: string, index: number, end?: number): { text: string; start: number } => {
  const start = index + (parenthesis.exec(text.slice(index, index + 40))?.[0].length ?? 0);
  return { text: text.slice(start, end ?? start + 24), start };
};

const rangeConnector = /^\s?(?:-|–|—|~|至|到|to|through|and|or|until|和|或|、)\s?(?:the )?$/;

/** Completes one end of a range from the other: "April - June, 2021", "2020年1月至3月", "3月5日至10日". */
function withRangeEnds(text: string, dates: readonly DateMatch[]): DateMatch[] {
  const allDates = dates
    .flatMap(date => [...rangeStart(text, date), date, ...rangeEnd(text, date)])
    .filter(date => dates.includes(date) || !dates.some(({ start }) => start === date.start))
    .sort((a, b) => a.start - b.start);
  const isRange = (left: DateMatch | undefined, right: DateMatch | undefined): boolean =>
    left !== undefined &&
    right !== undefined &&
    rangeConnector.test(textAfter(text, left.end, right.start).text);
  const forwardFilled = allDates.map((date, index) =>
    isRange(allDates[index - 1], date) ? fillYear(date, allDates[index - 1]) : date,
  );
  return forwardFilled.map((date, index) =>
    isRange(date, forwardFilled[index + 1]) ? fillYear(date, forwardFilled[index + 1]) : date,
  );
}

const fillYear = (date: DateMatch, other: DateMatch | undefined): DateMatch =>
  date.year === undefined && date.month !== undefined && other?.month !== undefined
    ? { ...date, year: other.year }
    : date;

/** The "5" in "5-10 March 2021", the "1" in "1-3月". */
function rangeStart(text: string, date: DateMatch): DateMatch[] {
  const head = text.slice(Math.max(0, date.start - 14), date.start);
  const match =
    /(?<![\d.,:/-])((\d{1,2})(?:st|nd|rd|th)?)\s?(?:-|–|—|~|to|至|到|and|or|或)\s?(?:the )?$/.exec(
      head,
    );
  if (
    match === null ||
    date.month === undefined ||
    /^[\p{L}]/u.test(text.slice(date.start)) ||
    /^\d{4}/.test(text.slice(date.start))
  )
    return [];
  const start = date.start - match[0].length;
  const end = start + (match[1] ?? "").length;
  const value = pad(match[2] ?? "");
  const parts =
    date.day === undefined
      ? partsInCalendar(date.year, value, undefined)
      : partsInCalendar(date.year, date.month, value);
  return parts === undefined ? [] : [{ start, end, ...parts }];
}

/** The "10日" in "3月5日至10日" and in "3月5、10日", the "10, 2021" in "January 5-10, 2021". */
function rangeEnd(text: string, date: DateMatch): DateMatch[] {
  if (date.day === undefined) return [];
  const rest = textAfter(text, date.end);
  const match =
    /^\s?(?:-|–|—|~|至|到|、|和|to)\s?(\d{1,2})(?:st|nd|rd|th)?(?![\d.:/-]|\s?[月年])(?:\s?[日号]|,?\s(\d{4})(?!\d))?/.exec(
      rest.text,
    );
  const isDate =
    match !== null &&
    (/[日号]/.test(match[0]) ||
      /\p{L}/u.test(text.slice(date.start, date.end).replace(/年|月|日/g, "")));
  const parts = isDate ? partsInCalendar(match[2] ?? date.year, date.month, match[1]) : undefined;
  if (match === null || parts === undefined) return [];
  const start = rest.start + match[0].search(/\d/);
  return [{ start, end: rest.start + match[0].length, ...parts }];
}
