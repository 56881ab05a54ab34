// Has a judge decide whether the answer and the passages are relevant to the question (CoFE-RAG, Relevance).

import { relevance } from "../../../schemas/evaluation/judgements.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { relevancePrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { passagesForJudge } from "../numbered-passages.ts";
import { taskOf } from "../item-task.ts";
import { emptyAnswerReason, judgementFields, isBlank } from "./judge-helpers.ts";

export const relevanceStage = defineStage({
  name: "evaluate/relevance",
  module: import.meta.filename,
  prompts: [relevancePrompt],
  judges: true,
  over: predictions,
  lookup: { truths },
  writes: relevance,
  only: prediction => prediction.answer !== null && passagesForJudge(prediction).length > 0,
  async each(prediction, { ask, tables }) {
    const { language, itemId } = prediction;
    const answer = prediction.answer ?? "";
    const passages = passagesForJudge(prediction);
    const { type, question } = tables.truths.get(itemId);
    const row = { id: `${prediction.id}/relevance`, ...judgementFields(prediction) };
    if (isBlank(answer)) return made([{ ...row, score: 0, reason: emptyAnswerReason[language] }]);
    const { relevant, reason } = await ask(relevancePrompt, language, {
      task: taskOf(type),
      question,
      answer,
      passages,
    });
    return made([{ ...row, score: relevant ? 1 : 0, reason }]);
  },
});
