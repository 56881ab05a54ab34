// Asks a model to answer RAGQuestEval's questions, given only one text (CRUD-RAG): a reference or a prediction.

import type { QuestAnswerRow } from "../../../schemas/evaluation/judgements.ts";
import { questAnswersPrompt } from "../../../schemas/evaluation/prompts.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { Language } from "../../../schemas/items/item-types.ts";
import type { Ask } from "../../engine/stage.ts";
import { idProblemOf, sortByIds } from "./verdict-ids.ts";
import { isBlank } from "./judge-helpers.ts";

/** The trimmed answer; null if it is empty. */
const trimmedOrNull = (answer: string | null): string | null =>
  answer === null || isBlank(answer) ? null : answer.trim();

interface QuestInput {
  readonly text: string;
  readonly quest: NonNullable<TruthRow["quest"]>;
  readonly language: Language;
}

/** An answer for each question, in order; null if the text does not give one. For an empty text, all are null, and no model is called. */
export async function answersFromText(
  ask: Ask,
  { text, quest, language }: QuestInput,
): Promise<QuestAnswerRow["answers"]> {
  const questionIds = quest.map(({ id }) => id);
  if (isBlank(text)) return questionIds.map(id => ({ id, answer: null }));
  const questions = quest.map(({ id, question }) => ({ id, question }));
  const { answers } = await ask(
    questAnswersPrompt,
    language,
    { text, questions },
    { check: reply => idProblemOf(questionIds, reply.answers, language) },
  );
  return sortByIds(questionIds, answers).map(({ id, answer }) => ({
    id,
    answer: trimmedOrNull(answer),
  }));
}
