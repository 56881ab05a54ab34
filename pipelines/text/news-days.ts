// Dates that a news text may mean without writing them out: yesterday, next Tuesday, the 5th, last October.

const DAY = 86_400_000;
const week = 7;
const month = 31;
/** A day without its month: "6日", "on the 6th". */
const BARE_DAY = /(?<![\d月./-])(\d{1,2})[日号]|\bthe (\d{1,2})(?:st|nd|rd|th)\b/gi;

/**
 * The dates around a publication date, the latest for each day that the text gives without its month, and one of the
 * year before and after, so that dates in those years count as supported: as a text to look dates up in. Empty if the
 * publication date is unknown.
 */
export function daysNear({
  published,
  text,
}: {
  readonly published: string | null;
  readonly text: string;
}): string {
  if (published === null) return "";
  const day = Date.parse(published);
  const bare = new Set(
    [...text.matchAll(BARE_DAY)].map(([, chinese, english]) => Number(chinese ?? english)),
  );
  const near = Array.from({ length: month + week + 1 }, (_, at) => at - month)
    .map(distance => ({ distance, date: new Date(day + distance * DAY) }))
    .filter(({ distance, date }) => distance >= -week || bare.has(date.getUTCDate()))
    .map(({ date }) => date.toISOString().slice(0, 10));
  const year = Number(published.slice(0, 4));
  return [`${year - 1}-12-31`, ...near, `${year + 1}-01-01`].join("; ");
}
