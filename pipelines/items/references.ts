// Finds the sentences that support each first answer; they are named by number, so every reference is verbatim.

import type { ReplyOf } from "../../schemas/define.ts";
import { answerPrompt, referencesPrompt } from "../../schemas/items/prompts.ts";
import { documents, type Language, type QuestionRow, questions, type ReferenceRow, references } from "../../schemas/items/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, declined, defineStage, made, rejected } from "../engine/stage.ts";
import { documentsOf, numberSentences, type PlacedSentence, shownSentence, toEvidence, unknownSentences } from "./numbered.ts";

function toRow(question: QuestionRow, numbers: readonly number[], sentences: readonly PlacedSentence[]): ReferenceRow {
  const evidence = toEvidence(numbers, sentences);
  return { id: rowId("r", question.id, evidence), language: question.language, question: { ...question, documentIds: documentsOf(question, evidence) }, evidence };
}

const needsBoth = { zh: "能回答时，answer 和 sentences 都不能为空。", en: "An answer needs its text and its sentences." };

function answerProblem({ answerable, answer, sentences: numbers }: ReplyOf<typeof answerPrompt>, sentences: readonly PlacedSentence[], language: Language): string | undefined {
  const lacks = answerable && (answer.trim() === "" || numbers.length === 0) ? needsBoth[language] : undefined;
  const problems = [unknownSentences(numbers, sentences, language), lacks].filter(problem => problem !== undefined);
  return problems.length > 0 ? problems.join("\n") : undefined;
}

/** A user's question without an answer gets one, with its sentences, in one request. */
async function answerQuestion(ask: Ask, question: QuestionRow, sentences: readonly PlacedSentence[]) {
  const variables = { question: question.question, sentences: sentences.map(shownSentence) };
  const reply = await ask(answerPrompt, question.language, variables, { check: reply => answerProblem(reply, sentences, question.language) });
  if (!reply.answerable) return declined<ReferenceRow>("not-answerable", "The documents do not answer the question.");
  return made([toRow({ ...question, answer: reply.answer.trim() }, reply.sentences, sentences)]);
}

export const referencesStage = defineStage({
  name: "items/references",
  version: 1,
  prompts: [referencesPrompt, answerPrompt],
  over: questions,
  lookup: { documents },
  writes: references,
  async each(question, { ask, tables }) {
    if (question.type === "unanswerable") return made([toRow(question, [], [])]);
    const texts = question.documentIds.map(id => tables.documents.get(id));
    const sentences = numberSentences(texts, `${question.question} ${question.answer}`);
    if (question.answer.trim() === "") return answerQuestion(ask, question, sentences);
    const variables = { question: question.question, answer: question.answer, sentences: sentences.map(shownSentence) };
    const reply = await ask(referencesPrompt, question.language, variables, { check: reply => unknownSentences(reply.sentences, sentences, question.language) });
    if (reply.sentences.length === 0) return rejected<ReferenceRow>("no-references", "No sentence of the documents supports the answer.");
    return made([toRow(question, reply.sentences, sentences)]);
  },
});
