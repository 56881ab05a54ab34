// Writes the dates and times of a sheet, which are stored as numbers, by the parts of their format.

import { months } from "../../../text/written-values.ts";

/** A piece of a date format: "yyyy", or literal text. */
export interface DatePart {
  readonly sign: string;
  readonly literal: string | undefined;
}

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const secondsOfDay = 86_400;

interface Moment {
  readonly date: Date;
  /** Seconds since the first day of the calendar, for "[h]". */
  readonly seconds: number;
  readonly twelve: boolean;
}

const two = (value: number) => String(value).padStart(2, "0");

function monthText(length: number, month: number): string {
  const name = months[month] ?? "";
  if (length === 1) return String(month + 1);
  return length === 2
    ? two(month + 1)
    : length === 3
      ? name.slice(0, 3)
      : length === 5
        ? name.slice(0, 1)
        : name;
}

function dayText(length: number, date: Date): string {
  const name = days[date.getUTCDay()] ?? "";
  if (length === 1) return String(date.getUTCDate());
  return length === 2 ? two(date.getUTCDate()) : length === 3 ? name.slice(0, 3) : name;
}

/** `m` is minutes after hours and before seconds, else the month. */
const isMinutes = (parts: readonly DatePart[], at: number): boolean => {
  const unit = (part: DatePart) =>
    part.literal === undefined ? (/^\[?([ymdhs])/i.exec(part.sign)?.[1]?.toLowerCase() ?? "") : "";
  const before = parts.slice(0, at).map(unit).filter(Boolean).at(-1);
  const after = parts
    .slice(at + 1)
    .map(unit)
    .find(Boolean);
  return before === "h" || (after === "s" && before !== "d" && before !== "y");
};

function partText(
  parts: readonly DatePart[],
  at: number,
  { date, seconds, twelve }: Moment,
): string {
  const { sign, literal } = parts[at] ?? { sign: "", literal: "" };
  if (literal !== undefined) return literal;
  const small = sign.toLowerCase();
  if (small === "am/pm" || small === "a/p") return date.getUTCHours() < 12 ? "AM" : "PM";
  if (sign === "上午/下午") return date.getUTCHours() < 12 ? "上午" : "下午";
  if (small.startsWith("[h")) return String(Math.floor(seconds / 3600));
  if (small.startsWith("[m")) return String(Math.floor(seconds / 60));
  if (small.startsWith("[s")) return String(seconds);
  const pad = (value: number) => (small.length > 1 ? two(value) : String(value));
  if (small.startsWith("y"))
    return small.length > 2 ? String(date.getUTCFullYear()) : two(date.getUTCFullYear() % 100);
  if (/^m+$/.test(small))
    return isMinutes(parts, at)
      ? pad(date.getUTCMinutes())
      : monthText(small.length, date.getUTCMonth());
  if (/^d+$/.test(small)) return dayText(small.length, date);
  if (/^h+$/.test(small)) return pad(twelve ? date.getUTCHours() % 12 || 12 : date.getUTCHours());
  if (/^s+$/.test(small)) return pad(date.getUTCSeconds());
  // Fractions of seconds, and format codes of other languages.
  return /^[0#?.,@]*[0#?@][0#?.,@]*$/.test(sign) ? "" : sign;
}

/** The date of a serial number, to the second. Numbers beyond the year 9999 are not dates and stay numbers. */
export function writeDate(serial: number, parts: readonly DatePart[], from1904: boolean): string {
  if (serial >= 2_958_466) return String(serial);
  // The 1900 calendar counts a 29 February that did not exist: from March on its days are one ahead.
  const day = from1904 ? Math.floor(serial) + 1462 : Math.floor(serial) + (serial < 60 ? 1 : 0);
  const ofDay = Math.round((serial - Math.floor(serial)) * secondsOfDay);
  const date = new Date(Date.UTC(1899, 11, 30) + (day * secondsOfDay + ofDay) * 1000);
  const moment = {
    date,
    seconds: Math.round(serial * secondsOfDay),
    twelve: parts.some(
      ({ sign, literal }) => literal === undefined && /^(?:am\/pm|a\/p|上午\/下午)$/i.test(sign),
    ),
  };
  return parts
    .map((_, at) => partText(parts, at, moment))
    .join("")
    .trim();
}
