// Finds a person's last review of a task: their earlier reviews stay as rows but do not count.

import type { ReviewRow } from "../../../schemas/annotation.ts";

type DatedReview = Pick<ReviewRow, "taskId" | "annotator" | "decidedAt">;

// Milliseconds: as text, a time with a fraction of a second would sort before the same time without one.
const timeOf = ({ decidedAt }: DatedReview): number =>
  decidedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(decidedAt);

/** Whether `later`, which is further down in the file, replaces `earlier`: a missing time counts as the earliest, and of equal times the later row wins. */
export const replaces = (later: DatedReview, earlier: DatedReview): boolean =>
  timeOf(later) >= timeOf(earlier);

/** The last review of each person on each task (of equal times, the later row), in the order in which each pair first occurs in the file. */
export function latestReviews<Review extends DatedReview>(reviews: Iterable<Review>): Review[] {
  const latest = new Map<string, Review>();
  for (const review of reviews) {
    const key = JSON.stringify([review.taskId, review.annotator]);
    const earlier = latest.get(key);
    if (!earlier || replaces(review, earlier)) latest.set(key, review);
  }
  return [...latest.values()];
}
