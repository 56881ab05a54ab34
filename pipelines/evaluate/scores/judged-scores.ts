// Turns a judge's verdicts on one prediction into its scores.

import type {
  AnswerJudgementRow,
  KeypointJudgementRow,
  KeypointVerdict,
  QuestAnswerRow,
  QuestReferenceRow,
} from "../../../schemas/evaluation/judgements.ts";
import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import { type QuestAnswers, type QuestScores, questEval } from "../metrics/quest-eval.ts";
import { passagesForJudge } from "../numbered-passages.ts";
import type { ScoreInput, Values } from "./retrieval-scores.ts";

type Verdicts = Pick<KeypointJudgementRow, "verdicts">;
type JudgeScore = Pick<AnswerJudgementRow, "score">;

/** A judge's verdicts; a field is undefined if the judge was not called, had nothing to judge, or gave no verdict. */
export interface JudgeVerdicts {
  readonly keypoints: Verdicts | undefined;
  readonly faithfulness: JudgeScore | undefined;
  readonly relevance: JudgeScore | undefined;
  readonly correctness: JudgeScore | undefined;
  readonly quest: Pick<QuestAnswerRow, "answers"> | undefined;
  /** The same questions, answered from the reference alone. */
  readonly questReference: Pick<QuestReferenceRow, "answers"> | undefined;
}

/** Minimum score for an answer to pass in CoFE-RAG. */
const minPassingScore = 4;

const shareOf = ({ verdicts }: Verdicts, verdictToCount: KeypointVerdict): number =>
  verdicts.filter(({ verdict }) => verdict === verdictToCount).length / verdicts.length;

/** RAGEval §3: shares of the keypoints, which sum to 1. */
const keypointScores = (row: Verdicts): Values => ({
  completeness: shareOf(row, "covered"),
  hallucination: shareOf(row, "contradicted"),
  irrelevance: shareOf(row, "neither"),
});

/** Each question as the reference and the prediction answer it. */
function questPairs(
  reference: Pick<QuestReferenceRow, "answers">,
  { answers }: Pick<QuestAnswerRow, "answers">,
): QuestAnswers[] {
  const predictedAnswers = new Map(answers.map(({ id, answer }) => [id, answer]));
  return reference.answers.map(({ id, answer }) => ({
    reference: answer,
    generated: predictedAnswers.get(id) ?? null,
  }));
}

const questScores = ({ recall, precision }: QuestScores): Values => ({
  "quest-recall": recall,
  "quest-precision": precision,
});

/** Values used if a judge had something to judge, but gave no valid reply or abstained. */
const unjudgedScores = {
  keypoints: { completeness: null, hallucination: null, irrelevance: null },
  correctness: { correctness: null, pass: null },
  quest: { "quest-recall": null, "quest-precision": null },
} as const;

/** The values of judged metrics; a metric for which there is nothing to judge is absent, not null. */
export function judgedScores(
  { truth, prediction, variant }: ScoreInput,
  { keypoints, faithfulness, relevance, correctness, quest, questReference }: JudgeVerdicts,
): Values {
  const { answer } = prediction;
  if (answer === null) return {};
  const hasPassages = passagesForJudge(prediction).length > 0;
  return {
    ...((truth.keypoints ?? []).length === 0
      ? {}
      : keypoints && keypoints.verdicts.length > 0
        ? keypointScores(keypoints)
        : unjudgedScores.keypoints),
    ...(answer.trim() === "" || !hasPassages ? {} : { faithfulness: faithfulness?.score ?? null }),
    ...(hasPassages ? { relevance: relevance?.score ?? null } : {}),
    ...(truth.answer.trim() === ""
      ? {}
      : correctness && correctness.score !== null
        ? { correctness: correctness.score, pass: correctness.score >= minPassingScore ? 1 : 0 }
        : unjudgedScores.correctness),
    ...((truth.quest ?? []).length === 0
      ? {}
      : quest && questReference
        ? questScores(questEval(questPairs(questReference, quest), truth.language, variant))
        : unjudgedScores.quest),
  };
}

/** Metrics for which the judge abstained. */
export const abstainedMetricsOf = ({ keypoints, faithfulness }: JudgeVerdicts): Metric[] => [
  ...(keypoints?.verdicts.length === 0 ? (Object.keys(unjudgedScores.keypoints) as Metric[]) : []),
  ...(faithfulness?.score === null ? (["faithfulness"] as const) : []),
];
