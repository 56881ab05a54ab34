// Reads a news text's publication date, in the many formats of portals, papers and feeds.

import { findDates } from "./dates.ts";

/** "202307/20 12:43:19", "202308/0818:36:53" and "20230720": a year and month run together. */
const RUN_TOGETHER =
  /(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])\/?([0-2]\d|3[01])(?!\d|\/)|(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])\/([0-2]\d|3[01])(?=\d\d:\d\d)/;
/** ISO with the time directly after the day. */
const ISO = /(?<!\d)((?:19|20)\d\d)-(\d\d)-(\d\d)(?=T\d)/;
/** Old feeds: "Fri, 03 May 24 10:00:00 GMT". */
const SHORT_YEAR = /\b[A-Z][a-z]{2}, (\d{1,2} [A-Z][a-z]{2}) (\d\d)(?= \d\d:)/;
/** Ambiguous order of day and month: 03/05/2024. */
const EITHER_WAY = /(?<!\d)(0?[1-9]|1[0-2])([-/.])(0?[1-9]|1[0-2])\2((?:19|20)\d\d)(?!\d)/g;
const FULL = /^\d{4}-\d\d-\d\d$/;

/**
 * The first complete date in a text, as YYYY-MM-DD in the writer's local time (time zones are not converted); null if
 * there is none. A date without a year does not count, nor one with an ambiguous order of month and day.
 */
export function readPublished(written: string): string | null {
  const stamp = fromStamp(written.trim());
  if (stamp !== null) return stamp;
  const text = written
    .replace(SHORT_YEAR, "$1 20$2")
    .replace(EITHER_WAY, (all, first: string, _by, second: string) =>
      Number(first) === Number(second) ? all : " ",
    );
  const known = ISO.exec(text) ?? RUN_TOGETHER.exec(text);
  const [year, month, day] = known?.slice(1).filter(group => group !== undefined) ?? [];
  const found = known
    ? `${year}-${month}-${day}`
    : findDates(text).find(({ canonical }) => FULL.test(canonical))?.canonical;
  return found !== undefined && isDay(found) ? found : null;
}

/** Seconds or milliseconds since 1970, as databases export them. */
function fromStamp(text: string): string | null {
  const match = /^([01]\d{9})(\d{3})?$/.exec(text);
  return match === null ? null : new Date(Number(match[1]) * 1000).toISOString().slice(0, 10);
}

/** Whether this date exists: there is no 30 February. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
