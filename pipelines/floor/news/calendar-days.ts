// Days of the calendar as text (YYYY-MM-DD), and the year that a day without one most likely means.

const DAY = 86_400_000;
/** A day without its year is read as the nearest one, if it is no further off than this. */
const NEAR = 120;

/** The day so many days after (or, negative, before) a day. */
export const daysAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** How many days the first lies after the second. */
export const daysBetween = (later: string, earlier: string): number => Math.round((Date.parse(later) - Date.parse(earlier)) / DAY);

/** The date of a day and month nearest to a day; undefined where that is far, or no such day exists. */
export function nearestDate(month: number, day: number, to: string): string | undefined {
  const year = Number(to.slice(0, 4));
  const dates = [year - 1, year, year + 1].map(each => isoDate(each, month, day)).filter(date => date !== undefined);
  return dates.find(date => Math.abs(daysBetween(date, to)) <= NEAR);
}

function isoDate(year: number, month: number, day: number): string | undefined {
  const date = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const read = Date.parse(date);
  return Number.isNaN(read) || new Date(read).toISOString().slice(0, 10) !== date ? undefined : date;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** The number of an English month, from its first three letters. */
export const monthOf = (name: string): number => MONTHS.findIndex(month => month.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;

/** 2024年3月5日, 5 March 2024. */
export function dayInWords(day: string, language: "zh" | "en"): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return language === "zh" ? `${year}年${month}月${date}日` : `${date} ${MONTHS[month - 1] ?? ""} ${year}`;
}
