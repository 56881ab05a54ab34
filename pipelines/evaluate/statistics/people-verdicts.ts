// Reads people's verdicts on answers, keypoint by keypoint, from the protocol "judge" in a run's annotate/.

import {
  type AnnotationTaskRow,
  annotationTasks,
  isJudge,
  type ReviewRow,
  reviews,
} from "../../../schemas/annotation.ts";
import { KeypointVerdict } from "../../../schemas/evaluation/judgements.ts";
import type { OpenRun } from "../../engine/open-run.ts";

/** One verdict per keypoint of an answer, in order. */
export type Verdicts = readonly KeypointVerdict[];

/** The metrics that are shares of verdicts, each with the verdict that it counts. */
export const verdictMetrics = {
  completeness: "covered",
  hallucination: "contradicted",
  irrelevance: "neither",
} as const satisfies Record<string, KeypointVerdict>;

export const shareOf = (verdicts: Verdicts, verdict: KeypointVerdict): number =>
  verdicts.filter(candidate => candidate === verdict).length / verdicts.length;

/** Key of an answer: the same for the same item and the same words. */
export const answerKey = (itemId: string, response: string): string =>
  JSON.stringify([itemId, response.trim()]);

const timeOf = ({ decidedAt }: ReviewRow): number =>
  decidedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(decidedAt);

/** Each person's latest review of a task; the later row if the times are equal. */
function latestReviews(run: OpenRun): Map<string, Map<string, ReviewRow>> {
  const byTask = new Map<string, Map<string, ReviewRow>>();
  for (const review of run.rows(reviews)) {
    if (review.protocol !== "judge" || isJudge(review.annotator)) continue;
    const reviewsOfTask = byTask.get(review.taskId) ?? new Map<string, ReviewRow>();
    byTask.set(review.taskId, reviewsOfTask);
    const earlier = reviewsOfTask.get(review.annotator);
    if (!earlier || timeOf(review) >= timeOf(earlier)) reviewsOfTask.set(review.annotator, review);
  }
  return byTask;
}

/** A person's verdict on each keypoint; undefined if one is missing or unknown. */
function verdictsOf({ values }: ReviewRow, { content }: AnnotationTaskRow): Verdicts | undefined {
  const verdicts = content.keypoints.map(
    (_, index) => KeypointVerdict.safeParse(values[`keypoint-${index + 1}`]?.trim()).data,
  );
  return verdicts.length === 0 || verdicts.includes(undefined)
    ? undefined
    : verdicts.flatMap(verdict => verdict ?? []);
}

/** A person's latest verdicts on an answer, and how many candidates the task represents. */
interface PersonVerdicts {
  readonly reviewedAt: number;
  readonly verdicts: Verdicts;
  readonly weight: number;
  /** The item's chance of being drawn, if it was drawn for a decision. */
  readonly chance?: number | undefined;
}

/** Verdicts by answer (`answerKey`) and person. */
export type PeopleVerdicts = ReadonlyMap<string, ReadonlyMap<string, PersonVerdicts>>;

/**
 * People's verdicts on each answer, by item and text, then by person. Control tasks and those that settle a conflict are left out;
 * imported verdicts of a model (`judge:NAME`) do not count as a person's.
 */
export function readPeopleVerdicts(run: OpenRun): PeopleVerdicts {
  const reviewsByTask = latestReviews(run);
  const byAnswer = new Map<string, Map<string, PersonVerdicts>>();
  if (reviewsByTask.size === 0) return byAnswer;
  for (const task of run.rows(annotationTasks)) {
    if (
      task.protocol !== "judge" ||
      task.itemId === null ||
      task.control !== null ||
      task.arbitrates
    )
      continue;
    for (const [annotator, review] of reviewsByTask.get(task.id) ?? []) {
      const verdicts = verdictsOf(review, task);
      if (!verdicts) continue;
      const key = answerKey(task.itemId, task.content.response);
      const verdictsByPerson = byAnswer.get(key) ?? new Map<string, PersonVerdicts>();
      byAnswer.set(key, verdictsByPerson);
      // A person who got the same answer in two batches counts once, with the latest verdicts.
      const earlier = verdictsByPerson.get(annotator);
      if (!earlier || timeOf(review) >= earlier.reviewedAt)
        verdictsByPerson.set(annotator, {
          reviewedAt: timeOf(review),
          verdicts,
          weight: task.weight,
          chance: task.chance,
        });
    }
  }
  return byAnswer;
}
