// Reads the reviews of a run that match their task's form, grouped by protocol.

import {
  type AnnotationTaskRow,
  annotationTasks,
  type Protocol,
  type ReviewRow,
} from "../../../schemas/annotation.ts";
import { countOf, groupBy } from "../../engine/grouping.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import type { ReviewedTask } from "./field-agreement.ts";
import { findProblems, tidyValues } from "../form.ts";
import { protocols } from "../protocols/protocols.ts";

/** A task of the run with the reviews that fit it. */
export interface TaskReviews {
  readonly task: AnnotationTaskRow;
  readonly fields: ReviewedTask["fields"];
  readonly reviews: readonly ReviewRow[];
}

export interface ProtocolReviews {
  readonly taskReviews: TaskReviews[];
  /** Number of reviews under this protocol. */
  readonly reviews: number;
  /** Number of tasks drawn, excluding controls and arbitrations. */
  tasks: number;
}

/** Returns the reviews by protocol, for protocols that have any. Keeps only reviewed tasks in memory. */
export function readValidReviews(
  run: OpenRun,
  latest: readonly ReviewRow[],
): Map<Protocol, ProtocolReviews> {
  const reviewCounts = countOf(latest.map(({ protocol }) => protocol));
  const reviewsByProtocol = new Map(
    [...reviewCounts].map(([protocol, reviews]): [Protocol, ProtocolReviews] => [
      protocol,
      { taskReviews: [], reviews, tasks: 0 },
    ]),
  );
  const reviewsByTask = groupBy(latest, ({ taskId }) => taskId);
  for (const task of run.rows(annotationTasks)) {
    const protocolReviews = reviewsByProtocol.get(task.protocol);
    if (!protocolReviews) continue;
    if (task.control === null && !task.arbitrates) protocolReviews.tasks += 1;
    const fields = reviewsByTask.has(task.id) ? protocols[task.protocol].fields(task.content) : [];
    const fittingReviews = (reviewsByTask.get(task.id) ?? []).filter(
      ({ protocol, values }) =>
        protocol === task.protocol && findProblems(fields, values).length === 0,
    );
    if (fittingReviews.length > 0)
      protocolReviews.taskReviews.push({
        task,
        fields,
        reviews: fittingReviews.map(review => ({
          ...review,
          values: tidyValues(fields, review.values),
        })),
      });
  }
  return reviewsByProtocol;
}
