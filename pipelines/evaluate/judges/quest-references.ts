// Has a model answer the questions on a reference answer from that answer alone, as for predictions (CRUD-RAG, RAGQuestEval).

import { questReferences } from "../../../schemas/evaluation/judgements.ts";
import { questAnswersPrompt } from "../../../schemas/evaluation/prompts.ts";
import { truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import { readQuest } from "./quest-reading.ts";

/**
 * Runs once per item, however many systems answer it. Whoever wrote a question knew its answer; a separate reading shows which questions the
 * reference leaves open. If a dataset already has such readings, they are used.
 */
export const questReferencesStage = defineStage({
  name: "evaluate/quest-references",
  module: import.meta.filename,
  prompts: [questAnswersPrompt],
  judges: true,
  over: truths,
  writes: questReferences,
  only: ({ quest }) => quest !== null && quest.length > 0,
  async each({ id, language, answer: text, quest, questIsRead }, { ask }) {
    const asked = quest ?? [];
    const answers = questIsRead
      ? asked.map(({ id: question, answer }) => ({ id: question, answer }))
      : await readQuest(ask, { text, quest: asked, language });
    return made([{ id: `${id}/quest-references`, itemId: id, language, answers }]);
  },
});
