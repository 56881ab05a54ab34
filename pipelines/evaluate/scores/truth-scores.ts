// Scores an answer by what is known by construction: whether it fell into a trap, and whether it was read from the system's corpus.

import { trapMetricOf } from "../../../schemas/evaluation/metrics.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { createRivalTest } from "../../text/rival-answers.ts";
import type { ScoreInput, Values } from "./retrieval-scores.ts";

/** Combines decisions of code into 1 or 0; null if code could decide nothing. */
const combineDecisions = (
  decisions: readonly (boolean | undefined)[],
  combine: "some" | "every",
): number | null => {
  const decided = decisions.filter(value => value !== undefined);
  return decided.length === 0 ? null : Number(decided[combine](value => value));
};

function wrongAnswerScores(
  { answer: rightAnswer, question, language, wrongAnswers = [] }: TruthRow,
  answerText: string,
): Values {
  if (wrongAnswers.length === 0) return {};
  const readings = wrongAnswers.map(({ answer: wrongAnswer, trap }) => {
    const commonOptions = { question, language, isList: trap === "partial" };
    return {
      trap,
      isTrapped: createRivalTest({
        ...commonOptions,
        expectedAnswer: wrongAnswer,
        rivalAnswer: rightAnswer,
      })?.(answerText),
      isRight: createRivalTest({
        ...commonOptions,
        expectedAnswer: rightAnswer,
        rivalAnswer: wrongAnswer,
      })?.(answerText),
    };
  });
  const trapScores = [...new Set(readings.map(({ trap }) => trap))].map(trap => [
    trapMetricOf(trap),
    combineDecisions(
      readings.filter(reading => reading.trap === trap).map(({ isTrapped }) => isTrapped),
      "some",
    ),
  ]);
  const rightAnswerRate = combineDecisions(
    readings.map(({ isRight }) => isRight),
    "every",
  );
  return { "right-answer-rate": rightAnswerRate, ...Object.fromEntries(trapScores) };
}

type Twin = Pick<TruthRow, "answer" | "question" | "language" | "members">;

/** Two tests: whether an answer is the twin's and not the original's, and the reverse. Null if code cannot tell them apart, as when the answer did not change. */
export function twinAnswerTests({ answer, question, language, members }: Twin, original: string) {
  const commonOptions = { question, language, isList: members !== undefined };
  const isTwinAnswer = createRivalTest({
    ...commonOptions,
    expectedAnswer: answer,
    rivalAnswer: original,
  });
  const isOriginalAnswer = createRivalTest({
    ...commonOptions,
    expectedAnswer: original,
    rivalAnswer: answer,
  });
  return isTwinAnswer && isOriginalAnswer && { isTwinAnswer, isOriginalAnswer };
}

function groundedScore(truth: TruthRow, answerText: string): Values {
  const { original } = truth;
  const answerTests = original && twinAnswerTests(truth, original.answer);
  if (!answerTests) return {};
  const isRight = (originalAnswer: string) =>
    answerTests.isOriginalAnswer(originalAnswer) && answerTests.isTwinAnswer(answerText);
  return { "grounded-share": original.said === null ? null : Number(isRight(original.said)) };
}

/** No scores if the system gave no answer, or if nothing is known about the item by construction. A value is null if code cannot tell the answers apart. */
export const truthScores = ({ truth, prediction: { answer } }: ScoreInput): Values =>
  answer === null ? {} : { ...wrongAnswerScores(truth, answer), ...groundedScore(truth, answer) };
