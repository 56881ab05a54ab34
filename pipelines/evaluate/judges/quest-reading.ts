// Answers RAGQuestEval's questions from one text alone (CRUD-RAG): the same reading for a reference and for a prediction.

import type { QuestAnswerRow } from "../../../schemas/evaluation/judgements.ts";
import { questAnswersPrompt } from "../../../schemas/evaluation/prompts.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import type { Language } from "../../../schemas/items/item-types.ts";
import type { Ask } from "../../engine/stage.ts";
import { idsProblem, inOrderOf } from "./verdict-ids.ts";
import { saysNothing } from "./judgement-fields.ts";

/** An empty answer becomes null. */
const orNull = (answer: string | null): string | null =>
  answer === null || saysNothing(answer) ? null : answer.trim();

interface QuestText {
  readonly text: string;
  readonly quest: NonNullable<TruthRow["quest"]>;
  readonly language: Language;
}

/** An answer for each question, in order; null if the text does not give it. For an empty text all are null, and no model is asked. */
export async function readQuest(
  ask: Ask,
  { text, quest, language }: QuestText,
): Promise<QuestAnswerRow["answers"]> {
  const given = quest.map(({ id }) => id);
  if (saysNothing(text)) return given.map(id => ({ id, answer: null }));
  const questions = quest.map(({ id, question }) => ({ id, question }));
  const check = ({ answers }: { answers: readonly { readonly id: string }[] }) =>
    idsProblem(
      given,
      answers.map(({ id }) => id),
      language,
    );
  const { answers } = await ask(questAnswersPrompt, language, { text, questions }, { check });
  return inOrderOf(given, answers).map(({ id, answer }) => ({ id, answer: orNull(answer) }));
}
