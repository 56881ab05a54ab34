// Parses times and durations as people and spreadsheets write them into cells.

import { z } from "zod";

/** A cell as a table reader returns it; null if empty. */
export type Cell = string | number | boolean | Date | null;

const yearFirstTime =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/i;

const IsoTime = z.iso.datetime({ offset: true });
const twoDigits = (digits = "0") => digits.padStart(2, "0");

function toIso(parts: RegExpExecArray): string | undefined {
  const [, year, month, day, hour, minute, second, fraction = "", , sign, ...zone] = parts;
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const time = `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}${fraction}`;
  const text = `${date}T${time}${sign === undefined ? "Z" : sign + zone.join(":")}`;
  return Number(year) >= 1900 && IsoTime.safeParse(text).success
    ? new Date(text).toISOString()
    : undefined;
}

/**
 * Returns a cell's time as ISO 8601 in UTC, taking a time without a zone as UTC; null for an empty cell, undefined for
 * anything that is not a time or is ambiguous (day or month first, a bare number).
 */
export function parseTime(cell: Cell): string | null | undefined {
  if (cell instanceof Date) {
    // A spreadsheet stores times as fractions of a day, which may be off by a millisecond.
    const seconds = Math.round(cell.getTime() / 1000);
    return Number.isNaN(seconds) ? undefined : new Date(seconds * 1000).toISOString();
  }
  if (cell === null) return null;
  const text = String(cell).normalize("NFKC").trim();
  if (text === "") return null;
  const parts = yearFirstTime.exec(text);
  return parts ? toIso(parts) : undefined;
}

/** Returns null for an empty cell, undefined for anything that is not a duration in seconds. Refuses a comma, which may separate thousands or decimals. */
export function parseSeconds(cell: Cell): number | null | undefined {
  if (cell === null) return null;
  const text = cell instanceof Date ? "date" : String(cell).normalize("NFKC").trim();
  if (text === "") return null;
  return /^\d{1,9}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
