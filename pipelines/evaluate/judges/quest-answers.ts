// Has the questions on a reference answer answered from the prediction alone (CRUD-RAG, RAGQuestEval).

import { questAnswers } from "../../../schemas/evaluation/judgements.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { questAnswersPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { idsProblem, inOrderOf } from "./every-id.ts";
import { judgedOf, saysNothing } from "./judged.ts";

/** An answer of nothing is none. */
const orNull = (answer: string | null): string | null =>
  answer === null || saysNothing(answer) ? null : answer.trim();

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
    const text = prediction.answer ?? "";
    const { quest } = tables.truths.get(prediction.itemId);
    if (quest === null || quest.length === 0) return made([]);
    const row = { id: `${prediction.id}/quest-answers`, ...judgedOf(prediction) };
    const given = quest.map(({ id }) => id);
    if (saysNothing(text))
      return made([{ ...row, answers: given.map(id => ({ id, answer: null })) }]);
    const questions = quest.map(({ id, question }) => ({ id, question }));
    const check = ({ answers }: { answers: readonly { readonly id: string }[] }) =>
      idsProblem(
        given,
        answers.map(({ id }) => id),
        language,
      );
    const { answers } = await ask(questAnswersPrompt, language, { text, questions }, { check });
    return made([
      {
        ...row,
        answers: inOrderOf(given, answers).map(({ id, answer }) => ({
          id,
          answer: orNull(answer),
        })),
      },
    ]);
  },
});
