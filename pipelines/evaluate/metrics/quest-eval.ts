// Computes RAGQuestEval: how much of the reference's key information a text contains, and how correctly.

import type { Variant } from "../../../schemas/evaluation/metrics.ts";
import { cannotInfer } from "../../../schemas/formats/crud.ts";
import { metricTokens } from "../../text/metric-tokens.ts";
import { countOf } from "../../engine/grouping.ts";
import { sum } from "../sum.ts";

/** The answers to one question, each read from one text alone; null, blank or `无法推断` if that text does not answer it. */
export interface QuestAnswers {
  readonly reference: string | null;
  readonly generated: string | null;
}

export interface QuestScores {
  /** Share of the questions answered by the reference that the generated text also answers; null if there are none. */
  readonly recall: number | null;
  /** Mean token F1 over the questions that both answer; 0 if the generated text answers none, null if the reference answers none. */
  readonly precision: number | null;
  /** Number of questions dropped because the reference does not answer them. */
  readonly dropped: number;
}

/**
 * Recall and precision of CRUD-RAG (arXiv 2401.17043, RAGQuestEval, equations 1 and 2). By equation 2 an answer that refuses every question
 * has a precision of 0; otherwise the mean is over the questions that both answer, as in the paper's figure and program.
 * Like the released program, `published` recognizes a refusal only by its exact words (with a full stop, it counts as an answer), and gives 0
 * for both if the reference answers none of the questions.
 */
export function questEval(
  answers: readonly QuestAnswers[],
  language: "zh" | "en",
  variant: Variant = "paper",
): QuestScores {
  const isAnswered = variant === "published" ? isAnswerAsPublished : isAnswer;
  const scores = answers.flatMap(({ reference, generated }) =>
    isAnswered(reference)
      ? [isAnswered(generated) ? similarity(reference, generated, language) : null]
      : [],
  );
  const dropped = answers.length - scores.length;
  const emptyScore = variant === "published" && dropped > 0 ? 0 : null;
  if (scores.length === 0) return { recall: emptyScore, precision: emptyScore, dropped };
  const similarities = scores.filter(score => score !== null);
  return {
    recall: similarities.length / scores.length,
    precision: similarities.length === 0 ? 0 : sum(similarities) / similarities.length,
    dropped,
  };
}

const similarity = (reference: string, generated: string, language: "zh" | "en"): number =>
  tokenF1(metricTokens(reference, language, "rouge"), metricTokens(generated, language, "rouge"));

// The answers that the program and the paper give if a question cannot be answered.
const refusals = new Set([cannotInfer, "unanswerable"]);

function isAnswer(answer: string | null): answer is string {
  const normalizedAnswer = (answer ?? "").replace(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase();
  return (answer ?? "").trim() !== "" && !refusals.has(normalizedAnswer);
}

const isAnswerAsPublished = (answer: string | null): answer is string =>
  answer !== null && answer !== "" && answer !== cannotInfer;

/** F1 over tokens; a repeated token matches as many times as it occurs in both: Rajpurkar et al. (2016), EMNLP. 1 if neither has tokens. */
export function tokenF1(reference: readonly string[], generated: readonly string[]): number {
  if (reference.length + generated.length === 0) return 1;
  const remaining = countOf(reference);
  let shared = 0;
  for (const token of generated) {
    const remainingCount = remaining.get(token) ?? 0;
    if (remainingCount === 0) continue;
    remaining.set(token, remainingCount - 1);
    shared += 1;
  }
  return (2 * shared) / (reference.length + generated.length);
}
