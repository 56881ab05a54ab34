// Parses times and durations as people and spreadsheets write them into cells.

/** A cell as a table reader returns it; null if empty. */
export type Cell = string | number | boolean | Date | null;

const yearFirst =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2}))?$/i;

function toIso(parts: RegExpExecArray): string | undefined {
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = 0] = parts.map(part =>
    part === undefined ? undefined : Number(part),
  );
  const [hours, minutes] = [Number(parts[10] ?? 0), Number(parts[11] ?? 0)];
  if (
    year === undefined ||
    month === undefined ||
    day === undefined ||
    hour > 23 ||
    minute > 59 ||
    second > 59 ||
    hours > 23 ||
    minutes > 59
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
  const offset = (hours * 60 + minutes) * 60_000 * (parts[9] === "-" ? -1 : 1);
  return new Date(moment - offset).toISOString();
}

/**
 * ISO 8601 in UTC; a time without a zone counts as UTC. Null for an empty cell.
 * Undefined for anything that is not a time or is ambiguous: day or month first, a bare number.
 */
export function parseMoment(cell: Cell): string | null | undefined {
  if (cell instanceof Date) {
    // A spreadsheet keeps times as fractions of a day, which are off by a millisecond.
    const seconds = Math.round(cell.getTime() / 1000);
    return Number.isNaN(seconds) ? undefined : new Date(seconds * 1000).toISOString();
  }
  if (cell === null) return null;
  const text = String(cell).normalize("NFKC").trim();
  if (text === "") return null;
  const parts = yearFirst.exec(text);
  return parts ? toIso(parts) : undefined;
}

/** Null for an empty cell, undefined for what is not a duration in seconds. A comma is refused: it may separate thousands or decimals. */
export function parseSeconds(cell: Cell): number | null | undefined {
  if (cell === null) return null;
  const text = cell instanceof Date ? "date" : String(cell).normalize("NFKC").trim();
  if (text === "") return null;
  return /^\d{1,9}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
