// RAGQuestEval: what a text tells of the reference's key information, and how rightly.

import type { Variant } from "../../../schemas/evaluation/metrics.ts";
import { cannotInfer } from "../../../schemas/formats/crud.ts";
import { metricTokens } from "../../text/metric-tokens.ts";
import { countOf } from "../../engine/grouping.ts";

/** One question's answers, each read from one text alone; null, blank or `无法推断` where the text does not answer it. */
export interface QuestAnswers {
  readonly reference: string | null;
  readonly generated: string | null;
}

export interface QuestScores {
  /** Of the questions that the reference answers, the share that the generated text answers, too; null where there are none. */
  readonly recall: number | null;
  /** Mean token F1 over the questions that both answer; 0 where the generated text answers none, null where the reference does. */
  readonly precision: number | null;
  /** Questions that the reference does not answer: they are dropped. */
  readonly dropped: number;
}

/**
 * Recall and precision of CRUD-RAG (arXiv 2401.17043, RAGQuestEval, equations 1 and 2). By equation 2 an answer that refuses every question
 * has a precision of 0; over the questions that both answer the mean is taken where there are any, as the paper's figure and program do.
 * `published` knows a refusal by the very words alone, as the released program does (one with a full stop is an answer to it), and gives 0
 * for both where the reference answers none of the questions.
 */
export function questEval(
  answers: readonly QuestAnswers[],
  language: "zh" | "en",
  variant: Variant = "paper",
): QuestScores {
  const answered = variant === "published" ? isAnswerAsPublished : isAnswer;
  const scores = answers.flatMap(({ reference, generated }) =>
    answered(reference)
      ? [answered(generated) ? likeness(reference, generated, language) : null]
      : [],
  );
  const dropped = answers.length - scores.length;
  const none = variant === "published" && dropped > 0 ? 0 : null;
  if (scores.length === 0) return { recall: none, precision: none, dropped };
  const both = scores.filter(score => score !== null);
  return {
    recall: both.length / scores.length,
    precision: both.length === 0 ? 0 : sum(both) / both.length,
    dropped,
  };
}

const likeness = (reference: string, generated: string, language: "zh" | "en"): number =>
  tokenF1(metricTokens(reference, language, "rouge"), metricTokens(generated, language, "rouge"));

// CRUD-RAG's words, and the paper's mark for an unanswerable question.
const refusals = new Set([cannotInfer, "unanswerable"]);

function isAnswer(answer: string | null): answer is string {
  const words = (answer ?? "").replace(/[^\p{L}\p{M}\p{N}]/gu, "").toLowerCase();
  return (answer ?? "").trim() !== "" && !refusals.has(words);
}

const isAnswerAsPublished = (answer: string | null): answer is string =>
  answer !== null && answer !== "" && answer !== cannotInfer;

/** Harmonic mean of the shares of tokens that both have, each counted as often as both have it: Rajpurkar et al. (2016), EMNLP. Two without tokens are alike. */
export function tokenF1(reference: readonly string[], generated: readonly string[]): number {
  if (reference.length + generated.length === 0) return 1;
  const left = countOf(reference);
  let shared = 0;
  for (const token of generated) {
    const rest = left.get(token) ?? 0;
    if (rest === 0) continue;
    left.set(token, rest - 1);
    shared += 1;
  }
  return (2 * shared) / (reference.length + generated.length);
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
