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
import { saysNothing } from "../judges/judgement-fields.ts";
import { shownPassages } from "../numbered-passages.ts";
import type { Scored, Values } from "./retrieval-scores.ts";

type Verdicts = Pick<KeypointJudgementRow, "verdicts">;
type Mark = Pick<AnswerJudgementRow, "score">;

/** A field is undefined if the judge was not asked, had nothing to judge, or gave no verdict. */
export interface Judged {
  readonly keypoints: Verdicts | undefined;
  readonly faithfulness: Mark | undefined;
  readonly relevance: Mark | undefined;
  readonly correctness: Mark | undefined;
  readonly quest: Pick<QuestAnswerRow, "answers"> | undefined;
  /** The same questions read from the reference. */
  readonly questReference: Pick<QuestReferenceRow, "answers"> | undefined;
}

/** Minimum score for an answer to pass in CoFE-RAG. */
const passes = 4;

const shareOf = ({ verdicts }: Verdicts, wanted: KeypointVerdict): number =>
  verdicts.filter(({ verdict }) => verdict === wanted).length / verdicts.length;

/** RAGEval §3: shares of the keypoints; all three sum to 1. */
const byKeypoints = (row: Verdicts): Values => ({
  completeness: shareOf(row, "covered"),
  hallucination: shareOf(row, "contradicted"),
  irrelevance: shareOf(row, "neither"),
});

/** Each question as the reference and the prediction answer it. */
function questPairs(
  reference: Pick<QuestReferenceRow, "answers">,
  { answers }: Pick<QuestAnswerRow, "answers">,
): QuestAnswers[] {
  const given = new Map(answers.map(({ id, answer }) => [id, answer]));
  return reference.answers.map(({ id, answer }) => ({
    reference: answer,
    generated: given.get(id) ?? null,
  }));
}

/** Values if a judge had something to judge, but never gave a valid reply. */
const unjudged = {
  keypoints: { completeness: null, hallucination: null, irrelevance: null },
  correctness: { correctness: null, pass: null },
} as const;
const unanswered = { recall: null, precision: null } as const;

const byQuest = ({ recall, precision }: Pick<QuestScores, "recall" | "precision">): Values => ({
  "quest-recall": recall,
  "quest-precision": precision,
});

/** Values of metrics that a judge was asked for; if there is nothing to judge, the metric is absent, not null. */
export function judgedScores(
  { truth, prediction, variant }: Scored,
  { keypoints, faithfulness, relevance, correctness, quest, questReference }: Judged,
): Values {
  const { answer } = prediction;
  if (answer === null) return {};
  const isRead = shownPassages(prediction).length > 0;
  return {
    ...((truth.keypoints ?? []).length === 0
      ? {}
      : keypoints && keypoints.verdicts.length > 0
        ? byKeypoints(keypoints)
        : unjudged.keypoints),
    ...(saysNothing(answer) || !isRead ? {} : { faithfulness: faithfulness?.score ?? null }),
    ...(isRead ? { relevance: relevance?.score ?? null } : {}),
    ...(saysNothing(truth.answer)
      ? {}
      : correctness && correctness.score !== null
        ? { correctness: correctness.score, pass: correctness.score >= passes ? 1 : 0 }
        : unjudged.correctness),
    ...((truth.quest ?? []).length === 0
      ? {}
      : byQuest(
          quest && questReference
            ? questEval(questPairs(questReference, quest), truth.language, variant)
            : unanswered,
        )),
  };
}

/** Metrics for which a judge was asked and abstained. */
export const abstainedOf = ({ keypoints, faithfulness }: Judged): Metric[] => [
  ...(keypoints?.verdicts.length === 0 ? (Object.keys(unjudged.keypoints) as Metric[]) : []),
  ...(faithfulness?.score === null ? (["faithfulness"] as const) : []),
];
