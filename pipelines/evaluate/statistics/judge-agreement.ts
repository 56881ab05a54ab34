// Compares a judge model with people who judged the same answers, keypoint by keypoint.

import type {
  KeypointJudgementRow,
  KeypointVerdict,
} from "../../../schemas/evaluation/judgements.ts";
import type { PredictionRow } from "../../../schemas/evaluation/predictions.ts";
import type { JudgeAgreement } from "../../../schemas/evaluation/result.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import { compareStrings } from "../../engine/grouping.ts";
import {
  cohenKappa,
  mean,
  meanAbsoluteDifference,
  type RatingPair,
} from "../descriptive-statistics.ts";
import {
  answerKey,
  readPeopleVerdicts,
  shareOf,
  type Verdicts,
  verdictMetrics,
} from "./people-verdicts.ts";

/** The verdicts of people and the judge on an answer. */
interface JudgedAnswer {
  /** Verdicts of each person. */
  readonly people: readonly Verdicts[];
  readonly judge: Verdicts;
}

/** A judge's verdicts on k1, k2 …, in this order; undefined if one is missing. */
function verdictsInOrder({ verdicts }: KeypointJudgementRow): Verdicts | undefined {
  const byId = new Map(verdicts.map(({ keypointId, verdict }) => [keypointId, verdict]));
  const orderedVerdicts = verdicts.flatMap((_, index) => byId.get(`k${index + 1}`) ?? []);
  return orderedVerdicts.length === verdicts.length ? orderedVerdicts : undefined;
}

/** Answers that both people and the judge judged; the same answer by several systems counts once. */
function answersJudgedByBoth(
  run: OpenRun,
  predictions: readonly PredictionRow[],
  judgements: readonly KeypointJudgementRow[],
): JudgedAnswer[] {
  const people = readPeopleVerdicts(run);
  if (people.size === 0) return [];
  const answers = new Map(
    predictions.flatMap(({ id, itemId, answer }) =>
      answer === null ? [] : [[id, answerKey(itemId, answer)] as const],
    ),
  );
  const judgedAnswers = new Map<string, JudgedAnswer>();
  for (const judgement of [...judgements].sort((a, b) =>
    compareStrings(a.predictionId, b.predictionId),
  )) {
    const key = answers.get(judgement.predictionId) ?? "";
    const judge = verdictsInOrder(judgement);
    const verdicts = [...(people.get(key)?.values() ?? [])]
      .map(({ verdicts }) => verdicts)
      .filter(({ length }) => length === judge?.length);
    if (judge && verdicts.length > 0 && !judgedAnswers.has(key))
      judgedAnswers.set(key, { people: verdicts, judge });
  }
  return [...judgedAnswers.values()];
}

/** For each keypoint, whether the majority of reviewers gave it this verdict, and whether the judge did. Keypoints on which reviewers tied are left out. */
function pairsForVerdict({ people, judge }: JudgedAnswer, verdict: KeypointVerdict): RatingPair[] {
  return judge.flatMap((verdictOfJudge, index): RatingPair[] => {
    const margin =
      2 * people.filter(verdicts => verdicts[index] === verdict).length - people.length;
    return margin === 0 ? [] : [[String(margin > 0), String(verdictOfJudge === verdict)]];
  });
}

/**
 * Two figures each for completeness, hallucination and irrelevance: the mean absolute difference, over answers, between
 * the mean of people's values and the judge's; and Cohen's κ between the majority of people and the judge over individual
 * keypoints, for each metric by its own verdict (covered or not, contradicted or not, neither or not). Empty if no
 * person judged an answer that the judge also judged. Answers are the same if they answer the same item in the same
 * words. People's verdicts are those under the protocol "judge" in the run's annotate/; imported verdicts of a model
 * (`judge:NAME`) do not count as a person's.
 */
export function judgeAgreement(
  run: OpenRun,
  predictions: readonly PredictionRow[],
  judgements: readonly KeypointJudgementRow[],
): JudgeAgreement[] {
  const answers = answersJudgedByBoth(run, predictions, judgements);
  if (answers.length === 0) return [];
  return (Object.keys(verdictMetrics) as (keyof typeof verdictMetrics)[]).map(metric => {
    const verdict = verdictMetrics[metric];
    const pairs = answers.map(
      ({ people, judge }) =>
        [
          mean(people.map(verdicts => shareOf(verdicts, verdict))) ?? 0,
          shareOf(judge, verdict),
        ] as const,
    );
    const verdictPairs = answers.flatMap(answer => pairsForVerdict(answer, verdict));
    return {
      metric,
      n: answers.length,
      meanAbsoluteDifference: meanAbsoluteDifference(pairs),
      kappa: cohenKappa(verdictPairs).kappa,
      verdicts: verdictPairs.length,
    };
  });
}
