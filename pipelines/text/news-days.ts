// Lists the dates that a news text may mean without writing them out: yesterday, next Tuesday, the 5th, last October.

const msPerDay = 86_400_000;
const daysPerWeek = 7;
const maxDaysPerMonth = 31;
/** A day without its month: "6日", "on the 6th". */
const bareDay = /(?<![\d月./-])(\d{1,2})[日号]|\bthe (\d{1,2})(?:st|nd|rd|th)\b/gi;

/**
 * A text to search for dates: those within a week of the publication date, the latest for each day that the article
 * gives without its month, and one each in the year before and the year after, so that dates in those years count as
 * supported. Empty if the publication date is unknown.
 */
export function datesNear({
  published,
  text,
}: {
  readonly published: string | null;
  readonly text: string;
}): string {
  if (published === null) return "";
  const day = Date.parse(published);
  const daysOfMonth = new Set(
    [...text.matchAll(bareDay)].map(([, chinese, english]) => Number(chinese ?? english)),
  );
  const nearDates = Array.from(
    { length: maxDaysPerMonth + daysPerWeek + 1 },
    (_, index) => index - maxDaysPerMonth,
  )
    .map(distance => ({ distance, date: new Date(day + distance * msPerDay) }))
    .filter(({ distance, date }) => distance >= -daysPerWeek || daysOfMonth.has(date.getUTCDate()))
    .map(({ date }) => date.toISOString().slice(0, 10));
  const year = Number(published.slice(0, 4));
  return [`${year - 1}-12-31`, ...nearDates, `${year + 1}-01-01`].join("; ");
}
