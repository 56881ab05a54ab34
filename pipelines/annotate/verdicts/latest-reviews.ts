// Finds a person's last review of a task: their earlier reviews stay as rows but do not count.

import type { ReviewRow } from "../../../schemas/annotation.ts";

type DatedReview = Pick<ReviewRow, "taskId" | "annotator" | "decidedAt">;

/** Key of a person and a task. */
export const reviewKey = ({ taskId, annotator }: Pick<ReviewRow, "taskId" | "annotator">): string =>
  JSON.stringify([taskId, annotator]);

/** Time in milliseconds, not text, because a time with a fraction of a second would sort before the same time without one. A missing time is the earliest. */
export const timeOf = ({ decidedAt }: Pick<ReviewRow, "decidedAt">): number =>
  decidedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(decidedAt);

/** Whether `laterRow`, which is further down in the file, replaces `earlierRow`: if the times are equal, the later row wins. */
export const replaces = (laterRow: DatedReview, earlierRow: DatedReview): boolean =>
  timeOf(laterRow) >= timeOf(earlierRow);

/** The last review of each person on each task (the later row if the times are equal), in the order in which each pair first occurs in the file. */
export function latestReviews<Review extends DatedReview>(reviews: Iterable<Review>): Review[] {
  const latest = new Map<string, Review>();
  for (const review of reviews) {
    const earlier = latest.get(reviewKey(review));
    if (!earlier || replaces(review, earlier)) latest.set(reviewKey(review), review);
  }
  return [...latest.values()];
}
