// What people said of answers, keypoint by keypoint, by protocol "judge" in a run's annotate/.

import {
  type AnnotationTaskRow,
  annotationTasks,
  isJudge,
  type ReviewRow,
  reviews,
} from "../../../schemas/annotation.ts";
import { KeypointVerdict } from "../../../schemas/evaluation/judgements.ts";
import type { OpenRun } from "../../engine/open-run.ts";

/** One for each keypoint of an answer, in their order. */
export type Verdicts = readonly KeypointVerdict[];

/** The metrics that are shares of verdicts, each with its own. */
export const verdictMetrics = {
  completeness: "covered",
  hallucination: "contradicted",
  irrelevance: "neither",
} as const satisfies Record<string, KeypointVerdict>;

export const shareOf = (verdicts: Verdicts, verdict: KeypointVerdict): number =>
  verdicts.filter(single => single === verdict).length / verdicts.length;

/** An answer: one to the same item in the same words. */
export const answerKey = (itemId: string, response: string): string =>
  JSON.stringify([itemId, response.trim()]);

const timeOf = ({ decidedAt }: ReviewRow): number =>
  decidedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(decidedAt);

/** Each person's last word on a task: the one decided last, of those decided at once the later row. */
function lastWords(run: OpenRun): Map<string, Map<string, ReviewRow>> {
  const byTask = new Map<string, Map<string, ReviewRow>>();
  for (const review of run.rows(reviews)) {
    if (review.protocol !== "judge" || isJudge(review.annotator)) continue;
    const ofTask = byTask.get(review.taskId) ?? new Map<string, ReviewRow>();
    byTask.set(review.taskId, ofTask);
    const before = ofTask.get(review.annotator);
    if (!before || timeOf(review) >= timeOf(before)) ofTask.set(review.annotator, review);
  }
  return byTask;
}

/** What a person said of each keypoint; undefined where a verdict is missing or none that there is. */
function verdictsOf({ values }: ReviewRow, { content }: AnnotationTaskRow): Verdicts | undefined {
  const said = content.keypoints.map(
    (_, index) => KeypointVerdict.safeParse(values[`keypoint-${index + 1}`]?.trim()).data,
  );
  return said.length === 0 || said.includes(undefined)
    ? undefined
    : said.flatMap(verdict => verdict ?? []);
}

/** A person's last word on an answer, and how many candidates the task stands for. */
interface Word {
  readonly at: number;
  readonly verdicts: Verdicts;
  readonly weight: number;
  /** Of its item to be drawn, where it was drawn for a decision. */
  readonly chance?: number | undefined;
}

/** By answer (`answerKey`) and person. */
export type PeopleWords = ReadonlyMap<string, ReadonlyMap<string, Word>>;

/**
 * What people said of each answer, by item and text and then by person. Planted tasks and those that settle a conflict are left out; a
 * model's verdicts imported there (`judge:NAME`) are no person's.
 */
export function readPeople(run: OpenRun): PeopleWords {
  const words = lastWords(run);
  const byAnswer = new Map<string, Map<string, Word>>();
  if (words.size === 0) return byAnswer;
  for (const task of run.rows(annotationTasks)) {
    if (
      task.protocol !== "judge" ||
      task.itemId === null ||
      task.control !== null ||
      task.arbitrates
    )
      continue;
    for (const [annotator, review] of words.get(task.id) ?? []) {
      const verdicts = verdictsOf(review, task);
      if (!verdicts) continue;
      const key = answerKey(task.itemId, task.content.response);
      const people = byAnswer.get(key) ?? new Map<string, Word>();
      byAnswer.set(key, people);
      // A person who was given the same answer in two batches counts once, by their last word.
      const before = people.get(annotator);
      if (!before || timeOf(review) >= before.at)
        people.set(annotator, {
          at: timeOf(review),
          verdicts,
          weight: task.weight,
          chance: task.chance,
        });
    }
  }
  return byAnswer;
}
