// Reads the day of a date in a feed, sitemap or page, in the date's own time zone.

import { readPublicationDate } from "../../text/news-date.ts";

/** YYYY-MM-DD of a date, in its own time zone; null if it does not name a full day. ISO 8601 is tried first: sitemaps contain thousands of such dates. */
export const publicationDay = (dateText: string): string | null =>
  /^\s*(\d{4}-\d\d-\d\d)(?!\d)/.exec(dateText)?.[1] ?? readPublicationDate(dateText);

/** The day in the path of a page's address, as most news sites write it (`/2024/11/19/`, `/2024-08/16/`, `/20241119/`); null if there is none. */
export function dayInAddress(address: string): string | null {
  const path = URL.canParse(address) ? new URL(address).pathname : "";
  const [, year, month, day] =
    /\/((?:19|20)\d\d)[-/]?(0[1-9]|1[0-2])[-/]?(0[1-9]|[12]\d|3[01])(?=[/_-]|[a-z]\d|$)/i.exec(
      path,
    ) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

/** Whether a date is certainly before a day (YYYY-MM-DD); an unreadable date is not. */
export function isBeforeDay(dateText: string | null, since: string | null): boolean {
  const day = dateText === null || since === null ? null : publicationDay(dateText);
  return day !== null && since !== null && day < since;
}
