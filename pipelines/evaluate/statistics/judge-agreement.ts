// A judge model beside people who judged the same answers keypoint by keypoint.

import {
  type AnnotationTaskRow,
  annotationTasks,
  isJudge,
  type ReviewRow,
  reviews,
} from "../../../schemas/annotation.ts";
import {
  type KeypointJudgementRow,
  KeypointVerdict,
} from "../../../schemas/evaluation/judgements.ts";
import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { JudgeAgreement } from "../../../schemas/evaluation/result.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { compareTexts } from "../../engine/grouping.ts";
import { cohenKappa, mean, meanAbsoluteDifference, type Pair } from "../agreement.ts";

/** One for each keypoint of an answer, in their order. */
type Verdicts = readonly KeypointVerdict[];

/** An answer as both judged it. */
interface JudgedAnswer {
  /** Of each person. */
  readonly people: readonly Verdicts[];
  readonly judge: Verdicts;
}

const metrics = {
  completeness: "covered",
  hallucination: "contradicted",
  irrelevance: "neither",
} as const satisfies Partial<Record<JudgeAgreement["metric"], KeypointVerdict>>;

const answerKey = (itemId: string, response: string): string =>
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

/** What people said of each answer, by item and text. Planted tasks and those that settle a conflict are left out. */
function readPeople(run: OpenRun): Map<string, Map<string, { at: number; verdicts: Verdicts }>> {
  const words = lastWords(run);
  const byAnswer = new Map<string, Map<string, { at: number; verdicts: Verdicts }>>();
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
      const people = byAnswer.get(key) ?? new Map<string, { at: number; verdicts: Verdicts }>();
      byAnswer.set(key, people);
      // A person who was given the same answer in two batches counts once, by their last word.
      const before = people.get(annotator);
      if (!before || timeOf(review) >= before.at)
        people.set(annotator, { at: timeOf(review), verdicts });
    }
  }
  return byAnswer;
}

/** A judge's verdicts on k1, k2 …, in this order; undefined where one is missing. */
function orderedVerdicts({ verdicts }: KeypointJudgementRow): Verdicts | undefined {
  const byId = new Map(verdicts.map(({ keypointId, verdict }) => [keypointId, verdict]));
  const ordered = verdicts.flatMap((_, index) => byId.get(`k${index + 1}`) ?? []);
  return ordered.length === verdicts.length ? ordered : undefined;
}

/** Answers that both judged; one that several systems gave counts once. */
function judgedByBoth(
  run: OpenRun,
  predictions: readonly PredictionRow[],
  judgements: readonly KeypointJudgementRow[],
): JudgedAnswer[] {
  const people = readPeople(run);
  if (people.size === 0) return [];
  const answers = new Map(
    predictions.flatMap(({ id, itemId, answer }) =>
      answer === null ? [] : [[id, answerKey(itemId, answer)] as const],
    ),
  );
  const found = new Map<string, JudgedAnswer>();
  for (const judgement of [...judgements].sort((a, b) =>
    compareTexts(a.predictionId, b.predictionId),
  )) {
    const key = answers.get(judgement.predictionId) ?? "";
    const judge = orderedVerdicts(judgement);
    const said = [...(people.get(key)?.values() ?? [])]
      .map(({ verdicts }) => verdicts)
      .filter(({ length }) => length === judge?.length);
    if (judge && said.length > 0 && !found.has(key)) found.set(key, { people: said, judge });
  }
  return [...found.values()];
}

const shareOf = (verdicts: Verdicts, verdict: KeypointVerdict): number =>
  verdicts.filter(single => single === verdict).length / verdicts.length;

/** People's majority beside the judge on each keypoint: this verdict or not. Keypoints on which people are torn are left out. */
function singleVerdicts({ people, judge }: JudgedAnswer, verdict: KeypointVerdict): Pair[] {
  return judge.flatMap((single, place): Pair[] => {
    const lead = 2 * people.filter(verdicts => verdicts[place] === verdict).length - people.length;
    return lead === 0 ? [] : [[String(lead > 0), String(single === verdict)]];
  });
}

/**
 * Two figures each for completeness, hallucination and irrelevance. The mean absolute difference, answer by answer, between the mean of
 * what people said and the judge. Cohen's κ between people's majority and the judge over single keypoints, each metric by its own verdict
 * (covered or not, contradicted or not, neither or not). [] where no person judged an answer that the judge judged too. The same answer is one
 * to the same item in the same words. People's verdicts are those of protocol "judge" in the run's annotate/; a model's
 * imported there (`judge:NAME`) are no person's.
 */
export function judgeAgreement(
  run: OpenRun,
  predictions: readonly PredictionRow[],
  judgements: readonly KeypointJudgementRow[],
): JudgeAgreement[] {
  const answers = judgedByBoth(run, predictions, judgements);
  if (answers.length === 0) return [];
  return (Object.keys(metrics) as (keyof typeof metrics)[]).map(metric => {
    const verdict = metrics[metric];
    const pairs = answers.map(
      ({ people, judge }) =>
        [
          mean(people.map(verdicts => shareOf(verdicts, verdict))) ?? 0,
          shareOf(judge, verdict),
        ] as const,
    );
    const singles = answers.flatMap(answer => singleVerdicts(answer, verdict));
    return {
      metric,
      n: answers.length,
      meanAbsoluteDifference: meanAbsoluteDifference(pairs),
      kappa: cohenKappa(singles).kappa,
      verdicts: singles.length,
    };
  });
}
