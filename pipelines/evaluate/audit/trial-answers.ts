// Has a model answer each item under the condition of each of its trials.

import { type TrialRow, trialAnswers, trials } from "../../../schemas/evaluation/findings.ts";
import { baselinePrompts, closedBookPrompt } from "../../../schemas/evaluation/prompts.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { type Ask, defineStage, made } from "../../engine/stage.ts";
import { answerTask } from "../answer-task.ts";

async function answerTrial(
  ask: Ask,
  { condition, passages, language }: TrialRow,
  truth: TruthRow,
): Promise<string | null> {
  const { question } = truth;
  if (condition === "question") return question;
  const answer =
    condition === "closed-book"
      ? (await ask(closedBookPrompt, language, { question })).answer
      : await answerTask(ask, truth, passages);
  return answer === null || answer.trim() === "" ? null : answer.trim();
}

export const trialAnswersStage = defineStage({
  name: "audit/trial-answers",
  module: import.meta.filename,
  prompts: [closedBookPrompt, ...Object.values(baselinePrompts)],
  over: trials,
  lookup: { truths },
  writes: trialAnswers,
  async each(trial, { ask, tables }) {
    const { id, itemId, language, condition, documentId } = trial;
    const answer = await answerTrial(ask, trial, tables.truths.get(itemId));
    return made([{ id, itemId, language, condition, documentId, answer }]);
  },
});
