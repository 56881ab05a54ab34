// Scores an answer by what is known by construction: which trap it fell into, and whether it was read from the system's corpus.

import { trapMetricOf } from "../../../schemas/evaluation/metrics.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { readRivalAnswers } from "../../text/rival-answers.ts";
import type { Scored, Values } from "./retrieval-scores.ts";

/** 1 or 0; null if code could decide nothing. */
const valueOf = (
  found: readonly (boolean | undefined)[],
  join: "some" | "every",
): number | null => {
  const decided = found.filter(value => value !== undefined);
  return decided.length === 0 ? null : Number(decided[join](value => value));
};

function byWrongAnswers(
  { answer: right, question, language, wrongAnswers = [] }: TruthRow,
  said: string,
): Values {
  if (wrongAnswers.length === 0) return {};
  const found = wrongAnswers.map(({ answer: wrong, trap }) => {
    const rivals = { question, language, isList: trap === "partial" };
    return {
      trap,
      fell: readRivalAnswers({ ...rivals, one: wrong, other: right })?.(said),
      isRight: readRivalAnswers({ ...rivals, one: right, other: wrong })?.(said),
    };
  });
  const traps = [...new Set(found.map(({ trap }) => trap))].map(trap => [
    trapMetricOf(trap),
    valueOf(
      found.filter(each => each.trap === trap).map(({ fell }) => fell),
      "some",
    ),
  ]);
  const rightly = valueOf(
    found.map(({ isRight }) => isRight),
    "every",
  );
  return { "right-answer-rate": rightly, ...Object.fromEntries(traps) };
}

type Twin = Pick<TruthRow, "answer" | "question" | "language" | "members">;

/** Tests that distinguish a twin's answer from its original's, in both directions; null if code cannot: the answer did not change. */
export function readTwinAnswers({ answer, question, language, members }: Twin, original: string) {
  const rivals = { question, language, isList: members !== undefined };
  const here = readRivalAnswers({ ...rivals, one: answer, other: original });
  const there = readRivalAnswers({ ...rivals, one: original, other: answer });
  return here && there && { here, there };
}

function byOriginal(truth: TruthRow, said: string): Values {
  const { original } = truth;
  const answers = original && readTwinAnswers(truth, original.answer);
  if (!answers) return {};
  const isRight = (there: string) => answers.there(there) && answers.here(said);
  return { "grounded-share": original.said === null ? null : Number(isRight(original.said)) };
}

/** No scores if the system gave no answer, or nothing is known of the item's. Null if code cannot tell the answers apart. */
export const truthScores = ({ truth, prediction: { answer } }: Scored): Values =>
  answer === null ? {} : { ...byWrongAnswers(truth, answer), ...byOriginal(truth, answer) };
