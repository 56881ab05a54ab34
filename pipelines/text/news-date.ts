// Reads a news text's publication date, in the many formats of portals, papers and feeds.

import { findDates } from "./dates.ts";

/** "202307/20 12:43:19", "202308/0818:36:53" and "20230720": a year and month run together. */
const compact =
  /(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])\/?([0-2]\d|3[01])(?!\d|\/)|(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])\/([0-2]\d|3[01])(?=\d\d:\d\d)/;
/** ISO with the time directly after the day. */
const iso = /(?<!\d)((?:19|20)\d\d)-(\d\d)-(\d\d)(?=T\d)/;
/** Old feeds: "Fri, 03 May 24 10:00:00 GMT". */
const shortYear = /\b[A-Z][a-z]{2}, (\d{1,2} [A-Z][a-z]{2}) (\d\d)(?= \d\d:)/;
/** Day and month, in either order: 03/05/2024. */
const ambiguousOrder = /(?<!\d)(0?[1-9]|1[0-2])([-/.])(0?[1-9]|1[0-2])\2((?:19|20)\d\d)(?!\d)/g;
const complete = /^\d{4}-\d\d-\d\d$/;

/**
 * The first complete date in a text, as YYYY-MM-DD in the writer's local time (time zones are not converted); null
 * if there is none. A date without a year does not count, nor does one with an ambiguous order of month and day.
 */
export function readPublicationDate(text: string): string | null {
  const timestampDate = dateOfTimestamp(text.trim());
  if (timestampDate !== null) return timestampDate;
  const plainText = text
    .replace(shortYear, "$1 20$2")
    .replace(ambiguousOrder, (written, first: string, _separator, second: string) =>
      Number(first) === Number(second) ? written : " ",
    );
  const match = iso.exec(plainText) ?? compact.exec(plainText);
  const [year, month, day] = match?.slice(1).filter(group => group !== undefined) ?? [];
  const date = match
    ? `${year}-${month}-${day}`
    : findDates(plainText).find(({ canonical }) => complete.test(canonical))?.canonical;
  return date !== undefined && isExistingDate(date) ? date : null;
}

/** The date for a number of seconds or milliseconds since 1970, as databases export it. */
function dateOfTimestamp(text: string): string | null {
  const match = /^([01]\d{9})(\d{3})?$/.exec(text);
  return match === null ? null : new Date(Number(match[1]) * 1000).toISOString().slice(0, 10);
}

/** Whether this date exists: there is no 30 February. */
function isExistingDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
