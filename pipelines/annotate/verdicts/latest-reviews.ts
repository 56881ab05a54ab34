// A person's last word on a task: earlier reviews of theirs stay as rows, and do not count.

import type { ReviewRow } from "../../../schemas/annotation.ts";

type Reviewed = Pick<ReviewRow, "taskId" | "annotator" | "decidedAt">;

// Milliseconds: as text, a time with a fraction of a second would stand before the same one without.
const timeOf = ({ decidedAt }: Reviewed): number =>
  decidedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(decidedAt);

/** Whether `later`, which stands further down in the file, takes the place of `earlier`: no time counts as earliest, equal times give way. */
export const replaces = (later: Reviewed, earlier: Reviewed): boolean =>
  timeOf(later) >= timeOf(earlier);

/** Of the reviews of one person on one task, the one decided last; of those decided at once, the later row. In the order in which each pair first stands in the file. */
export function latestReviews<Review extends Reviewed>(reviews: Iterable<Review>): Review[] {
  const latest = new Map<string, Review>();
  for (const review of reviews) {
    const key = JSON.stringify([review.taskId, review.annotator]);
    const found = latest.get(key);
    if (!found || replaces(review, found)) latest.set(key, review);
  }
  return [...latest.values()];
}
