// Turns a judge's verdicts on one prediction into its scores.

import type { AnswerJudgementRow, KeypointJudgementRow, KeypointVerdict, QuestAnswerRow } from "../../../schemas/evaluation/judgements.ts";
import type { Variant } from "../../../schemas/evaluation/metrics.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { questEval } from "../metrics/quest-eval.ts";
import type { Values } from "./retrieval-scores.ts";

/** Absent where the judge was not asked, or had nothing to judge. */
export interface Judged {
  readonly keypoints: KeypointJudgementRow | undefined;
  readonly faithfulness: AnswerJudgementRow | undefined;
  readonly relevance: AnswerJudgementRow | undefined;
  readonly correctness: AnswerJudgementRow | undefined;
  readonly quest: QuestAnswerRow | undefined;
}

/** CoFE-RAG passes an answer from this score on. */
const passes = 4;

const shareOf = ({ verdicts }: KeypointJudgementRow, wanted: KeypointVerdict): number => verdicts.filter(({ verdict }) => verdict === wanted).length / verdicts.length;

/** RAGEval §3: shares of the keypoints; the three sum to 1. */
const byKeypoints = (row: KeypointJudgementRow): Values => ({
  completeness: shareOf(row, "covered"),
  hallucination: shareOf(row, "contradicted"),
  irrelevance: shareOf(row, "neither"),
});

function byQuest({ quest, language }: TruthRow, { answers }: QuestAnswerRow, variant: Variant): Values {
  const given = new Map(answers.map(({ id, answer }) => [id, answer]));
  const { recall, precision } = questEval(
    (quest ?? []).map(({ id, answer }) => ({ reference: answer, generated: given.get(id) ?? null })),
    language,
    variant,
  );
  return { "quest-recall": recall, "quest-precision": precision };
}

export const judgedScores = (truth: TruthRow, variant: Variant, { keypoints, faithfulness, relevance, correctness, quest }: Judged): Values => ({
  ...(keypoints ? byKeypoints(keypoints) : {}),
  ...(faithfulness ? { faithfulness: faithfulness.score } : {}),
  ...(relevance ? { relevance: relevance.score } : {}),
  ...(correctness ? { correctness: correctness.score, pass: correctness.score >= passes ? 1 : 0 } : {}),
  ...(quest ? byQuest(truth, quest, variant) : {}),
});
