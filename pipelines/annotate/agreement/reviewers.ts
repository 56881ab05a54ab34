// Reviewers of a run: how many tasks each judged, how fast, and which planted faults each missed.

import type { AnnotationTaskRow, ReviewRow } from "../../../schemas/annotation.ts";
import type { Reviewer } from "../../../schemas/output/annotation.ts";
import { mean, median } from "../../evaluate/agreement.ts";
import type { TaskReviews } from "./fitting-reviews.ts";

const isMissed = ({ control }: AnnotationTaskRow, { values }: ReviewRow): boolean =>
  control !== null &&
  control.expect.some(({ field, oneOf }) => !oneOf.includes(values[field] ?? ""));

export function reviewersOf(found: readonly TaskReviews[]): Reviewer[] {
  const rows = found.flatMap(({ task, reviews: ofTask }) =>
    ofTask.map(review => ({ task, review })),
  );
  const names = [...new Set(rows.map(({ review }) => review.annotator))].toSorted();
  const byName = new Map(names.map(name => [name, [] as typeof rows]));
  for (const row of rows) byName.get(row.review.annotator)?.push(row);
  return [...byName].map(([annotator, ownRows]) => {
    const real = ownRows.filter(({ task }) => task.control === null);
    const controls = ownRows.filter(({ task }) => task.control !== null);
    const seconds = secondsOf(real.map(({ review }) => review));
    return {
      annotator,
      reviews: real.length,
      seconds: { median: median(seconds), mean: mean(seconds), n: seconds.length },
      controls: {
        seen: controls.length,
        missed: controls.flatMap(({ task, review }) =>
          isMissed(task, review) ? [{ taskId: task.id, fault: task.control?.fault ?? "" }] : [],
        ),
      },
    };
  });
}

export const secondsOf = (rows: readonly ReviewRow[]): number[] =>
  rows.flatMap(({ seconds }) => seconds ?? []);
