// Days that a news text may mean without writing them out: yesterday, next Tuesday, the 5th, last October.

const DAY = 86_400_000;
const before = 7;
const after = 7;

/**
 * The days around a day of publication, and one of the year before and after, so that days and months of those years
 * can be told in full: as text in which dates are looked up. Empty where the day is not known.
 */
export function daysNear(published: string | null): string {
  if (published === null) return "";
  const day = Date.parse(published);
  const near = Array.from({ length: before + after + 1 }, (_, at) =>
    new Date(day + (at - before) * DAY).toISOString().slice(0, 10),
  );
  const year = Number(published.slice(0, 4));
  return [`${year - 1}-12-31`, ...near, `${year + 1}-01-01`].join("; ");
}
