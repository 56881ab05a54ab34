// Summarizes the reviewers of a run: how many tasks each judged, how fast, and which planted faults each missed.

import type { AnnotationTaskRow, ReviewRow } from "../../../schemas/annotation.ts";
import type { Reviewer } from "../../../schemas/output/annotation.ts";
import { compareStrings, groupBy } from "../../engine/grouping.ts";
import { mean, median } from "../../evaluate/descriptive-statistics.ts";
import type { TaskReviews } from "./valid-reviews.ts";

const isFaultMissed = ({ control }: AnnotationTaskRow, { values }: ReviewRow): boolean =>
  control !== null &&
  control.expect.some(({ field, oneOf }) => !oneOf.includes(values[field] ?? ""));

export function reviewersOf(taskReviews: readonly TaskReviews[]): Reviewer[] {
  const rows = taskReviews.flatMap(({ task, reviews }) =>
    reviews.map(review => ({ task, review })),
  );
  const rowsByName = [...groupBy(rows, ({ review }) => review.annotator)];
  return rowsByName
    .toSorted(([a], [b]) => compareStrings(a, b))
    .map(([annotator, ownRows]) => {
      const ordinaryRows = ownRows.filter(({ task }) => task.control === null);
      const controlRows = ownRows.filter(({ task }) => task.control !== null);
      const seconds = secondsOf(ordinaryRows.map(({ review }) => review));
      return {
        annotator,
        reviews: ordinaryRows.length,
        seconds: { median: median(seconds), mean: mean(seconds), n: seconds.length },
        controls: {
          seen: controlRows.length,
          missed: controlRows.flatMap(({ task, review }) =>
            isFaultMissed(task, review)
              ? [{ taskId: task.id, fault: task.control?.fault ?? "" }]
              : [],
          ),
        },
      };
    });
}

export const secondsOf = (rows: readonly ReviewRow[]): number[] =>
  rows.flatMap(({ seconds }) => seconds ?? []);
