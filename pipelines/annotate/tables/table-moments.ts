// Parses times and durations as people and spreadsheets write them into cells.

/** A cell as a table reader returns it; null if empty. */
export type Cell = string | number | boolean | Date | null;

const yearFirstTime =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/i;

function toIso(parts: RegExpExecArray): string | undefined {
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = 0] = parts.map(part =>
    part === undefined ? undefined : Number(part),
  );
  const [zoneHours, zoneMinutes] = [Number(parts[10] ?? 0), Number(parts[11] ?? 0)];
  if (
    year === undefined ||
    month === undefined ||
    day === undefined ||
    hour > 23 ||
    minute > 59 ||
    second > 59 ||
    zoneHours > 23 ||
    zoneMinutes > 59
  )
    return undefined;
  const moment = Date.UTC(year, month - 1, day, hour, minute, second, Math.floor(fraction * 1000));
  // The 31st of a month of 30 days would become the 1st of the next.
  if (
    year < 1900 ||
    new Date(moment).getUTCDate() !== day ||
    new Date(moment).getUTCMonth() !== month - 1
  )
    return undefined;
  const zoneOffset = (zoneHours * 60 + zoneMinutes) * 60_000 * (parts[9] === "-" ? -1 : 1);
  return new Date(moment - zoneOffset).toISOString();
}

/**
 * Returns a cell's time as ISO 8601 in UTC, taking a time without a zone as UTC; null for an empty cell, undefined for
 * anything that is not a time or is ambiguous (day or month first, a bare number).
 */
export function parseMoment(cell: Cell): string | null | undefined {
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
