// Writes the dates and times of a sheet, which are stored as numbers, by the parts of their format.

import { months } from "../../../text/write-values.ts";

/** A part of a date format: "yyyy", or literal text. */
export interface DatePart {
  readonly sign: string;
  readonly literal: string | undefined;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const secondsPerDay = 86_400;

interface Moment {
  readonly date: Date;
  /** Seconds since the first day of the calendar, for "[h]". */
  readonly seconds: number;
  readonly usesTwelveHours: boolean;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

function monthText(length: number, month: number): string {
  const name = months[month] ?? "";
  if (length === 1) return String(month + 1);
  return length === 2
    ? twoDigits(month + 1)
    : length === 3
      ? name.slice(0, 3)
      : length === 5
        ? name.slice(0, 1)
        : name;
}

function dayText(length: number, date: Date): string {
  const name = weekdays[date.getUTCDay()] ?? "";
  if (length === 1) return String(date.getUTCDate());
  return length === 2 ? twoDigits(date.getUTCDate()) : length === 3 ? name.slice(0, 3) : name;
}

/** Whether an `m` means minutes, as it does after hours and before seconds; elsewhere it is the month. */
const isMinutes = (parts: readonly DatePart[], index: number): boolean => {
  const unit = (part: DatePart) =>
    part.literal === undefined ? (/^\[?([ymdhs])/i.exec(part.sign)?.[1]?.toLowerCase() ?? "") : "";
  const previousUnit = parts.slice(0, index).map(unit).filter(Boolean).at(-1);
  const nextUnit = parts
    .slice(index + 1)
    .map(unit)
    .find(Boolean);
  return previousUnit === "h" || (nextUnit === "s" && previousUnit !== "d" && previousUnit !== "y");
};

function partText(
  parts: readonly DatePart[],
  index: number,
  { date, seconds, usesTwelveHours }: Moment,
): string {
  const { sign, literal } = parts[index] ?? { sign: "", literal: "" };
  if (literal !== undefined) return literal;
  const lowerSign = sign.toLowerCase();
  if (lowerSign === "am/pm" || lowerSign === "a/p") return date.getUTCHours() < 12 ? "AM" : "PM";
  if (sign === "上午/下午") return date.getUTCHours() < 12 ? "上午" : "下午";
  if (lowerSign.startsWith("[h")) return String(Math.floor(seconds / 3600));
  if (lowerSign.startsWith("[m")) return String(Math.floor(seconds / 60));
  if (lowerSign.startsWith("[s")) return String(seconds);
  const pad = (value: number) => (lowerSign.length > 1 ? twoDigits(value) : String(value));
  if (lowerSign.startsWith("y"))
    return lowerSign.length > 2
      ? String(date.getUTCFullYear())
      : twoDigits(date.getUTCFullYear() % 100);
  if (/^m+$/.test(lowerSign))
    return isMinutes(parts, index)
      ? pad(date.getUTCMinutes())
      : monthText(lowerSign.length, date.getUTCMonth());
  if (/^d+$/.test(lowerSign)) return dayText(lowerSign.length, date);
  if (/^h+$/.test(lowerSign))
    return pad(usesTwelveHours ? date.getUTCHours() % 12 || 12 : date.getUTCHours());
  if (/^s+$/.test(lowerSign)) return pad(date.getUTCSeconds());
  // Fractions of seconds, and format codes of other languages.
  return /^[0#?.,@]*[0#?@][0#?.,@]*$/.test(sign) ? "" : sign;
}

/** The date of a serial number, to the second. Numbers beyond the year 9999 are not dates and are written as numbers. */
export function writeDate(serial: number, parts: readonly DatePart[], from1904: boolean): string {
  if (serial >= 2_958_466) return String(serial);
  // The 1900 calendar counts a 29 February that did not exist: from March on, its day numbers are one ahead.
  const dayNumber = from1904
    ? Math.floor(serial) + 1462
    : Math.floor(serial) + (serial < 60 ? 1 : 0);
  const secondOfDay = Math.round((serial - Math.floor(serial)) * secondsPerDay);
  const date = new Date(Date.UTC(1899, 11, 30) + (dayNumber * secondsPerDay + secondOfDay) * 1000);
  const moment = {
    date,
    seconds: Math.round(serial * secondsPerDay),
    usesTwelveHours: parts.some(
      ({ sign, literal }) => literal === undefined && /^(?:am\/pm|a\/p|上午\/下午)$/i.test(sign),
    ),
  };
  return parts
    .map((_, index) => partText(parts, index, moment))
    .join("")
    .trim();
}
