// Finds a person's last review of a task: their earlier reviews stay as rows but do not count.

import type { ReviewRow } from "../../../schemas/annotation.ts";

type Reviewed = Pick<ReviewRow, "taskId" | "annotator" | "decidedAt">;

// In milliseconds: as text, a time with a fraction of a second would sort before the same one without.
const timeOf = ({ decidedAt }: Reviewed): number =>
  decidedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(decidedAt);

/** Whether `later`, which is further down in the file, replaces `earlier`: no time counts as earliest, and on equal times the later row wins. */
export const replaces = (later: Reviewed, earlier: Reviewed): boolean =>
  timeOf(later) >= timeOf(earlier);

/** The last review of each person on each task; on equal times, the later row. In the order in which each pair first occurs in the file. */
export function latestReviews<Review extends Reviewed>(reviews: Iterable<Review>): Review[] {
  const latest = new Map<string, Review>();
  for (const review of reviews) {
    const key = JSON.stringify([review.taskId, review.annotator]);
    const found = latest.get(key);
    if (!found || replaces(review, found)) latest.set(key, review);
  }
  return [...latest.values()];
}
