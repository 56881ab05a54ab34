// Asks a model to answer the questions about a reference answer, given only that answer, as for predictions (CRUD-RAG, RAGQuestEval).

import { questReferences } from "../../../schemas/evaluation/judgements.ts";
import { questAnswersPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { answersFromText } from "./answers-from-text.ts";

/**
 * Runs once per item, however many systems answer it. The questions were written together with their answers; reading the reference separately shows
 * which questions it leaves open. If a dataset's own answers were read from the reference, they are used.
 */
export const questReferenceAnswersStage = defineStage({
  name: "evaluate/quest-references",
  module: import.meta.filename,
  prompts: [questAnswersPrompt],
  judges: true,
  over: truths,
  writes: questReferences,
  only: ({ quest }) => quest !== null && quest.length > 0,
  async each({ id, language, answer: text, quest, questIsRead }, { ask }) {
    const questions = quest ?? [];
    const answers = questIsRead
      ? questions.map(({ id: questionId, answer }) => ({ id: questionId, answer }))
      : await answersFromText(ask, { text, quest: questions, language });
    return made([{ id: `${id}/quest-references`, itemId: id, language, answers }]);
  },
});
