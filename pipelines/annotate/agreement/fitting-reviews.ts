// The reviews of a run that fit the forms of their tasks, by protocol.

import {
  type AnnotationTaskRow,
  annotationTasks,
  type Protocol,
  type ReviewRow,
} from "../../../schemas/annotation.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import type { ReviewedTask } from "./field-agreement.ts";
import { findProblems, tidyValues } from "../form.ts";
import { protocols } from "../protocols/all.ts";

/** A task of the run with the reviews that fit it. */
export interface TaskReviews {
  readonly task: AnnotationTaskRow;
  readonly fields: ReviewedTask["fields"];
  readonly reviews: readonly ReviewRow[];
}

export interface ProtocolReviews {
  readonly found: TaskReviews[];
  /** Number of reviews of this protocol. */
  reviews: number;
  /** Number of tasks drawn, without controls and arbitrations. */
  tasks: number;
}

/** Reviews by protocol, for those that have any. Only reviewed tasks are kept in memory. */
export function readTasks(
  run: OpenRun,
  latest: readonly ReviewRow[],
): Map<Protocol, ProtocolReviews> {
  const readings = new Map<Protocol, ProtocolReviews>();
  const byTask = new Map<string, ReviewRow[]>();
  for (const review of latest) {
    const reading = readings.get(review.protocol) ?? { found: [], reviews: 0, tasks: 0 };
    readings.set(review.protocol, reading);
    reading.reviews += 1;
    const ofTask = byTask.get(review.taskId) ?? [];
    byTask.set(review.taskId, ofTask);
    ofTask.push(review);
  }
  for (const task of run.rows(annotationTasks)) {
    const reading = readings.get(task.protocol);
    if (!reading) continue;
    if (task.control === null && !task.arbitrates) reading.tasks += 1;
    const fields = byTask.has(task.id) ? protocols[task.protocol].fields(task.content) : [];
    const fits = (byTask.get(task.id) ?? []).filter(
      ({ protocol, values }) =>
        protocol === task.protocol && findProblems(fields, values).length === 0,
    );
    if (fits.length > 0)
      reading.found.push({
        task,
        fields,
        reviews: fits.map(review => ({ ...review, values: tidyValues(fields, review.values) })),
      });
  }
  return readings;
}
