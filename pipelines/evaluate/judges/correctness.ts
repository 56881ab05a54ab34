// Has a judge score each answer from 1 to 5 against the reference answer (CoFE-RAG, Correctness).

import { correctness } from "../../../schemas/evaluation/judgements.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { correctnessPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { taskOf } from "../item-task.ts";
import { emptyAnswerReason, judgementFields, isBlank } from "./judge-helpers.ts";

const minScore = 1;

export const correctnessStage = defineStage({
  name: "evaluate/correctness",
  module: import.meta.filename,
  prompts: [correctnessPrompt],
  judges: true,
  over: predictions,
  lookup: { truths },
  writes: correctness,
  only: ({ answer }) => answer !== null,
  async each(prediction, { ask, tables }) {
    const { language, itemId } = prediction;
    const answer = prediction.answer ?? "";
    const { type, question, answer: reference } = tables.truths.get(itemId);
    // Without a reference answer, there is nothing to score the answer against.
    if (isBlank(reference)) return made([]);
    const row = { id: `${prediction.id}/correctness`, ...judgementFields(prediction) };
    if (isBlank(answer))
      return made([{ ...row, score: minScore, reason: emptyAnswerReason[language] }]);
    const { score, reason } = await ask(correctnessPrompt, language, {
      task: taskOf(type),
      question,
      answer,
      reference,
    });
    return made([{ ...row, score, reason }]);
  },
});
