// Asks a model to answer the questions about a reference answer, given only the prediction (CRUD-RAG, RAGQuestEval).

import { questAnswers } from "../../../schemas/evaluation/judgements.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { questAnswersPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { judgementFields } from "./judge-helpers.ts";
import { answersFromText } from "./answers-from-text.ts";

export const questAnswersStage = defineStage({
  name: "evaluate/quest-answers",
  module: import.meta.filename,
  prompts: [questAnswersPrompt],
  judges: true,
  over: predictions,
  lookup: { truths },
  writes: questAnswers,
  only: ({ answer }) => answer !== null,
  async each(prediction, { ask, tables }) {
    const { language } = prediction;
    const { quest } = tables.truths.get(prediction.itemId);
    if (quest === null || quest.length === 0) return made([]);
    const answers = await answersFromText(ask, { text: prediction.answer ?? "", quest, language });
    return made([
      { id: `${prediction.id}/quest-answers`, ...judgementFields(prediction), answers },
    ]);
  },
});
