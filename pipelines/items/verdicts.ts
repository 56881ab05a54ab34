// Judges each answer: accepted, or rejected with every reason; unanswerable ones are looked up in the whole corpus first.

import { answerabilityPrompt } from "../../schemas/items/prompts.ts";
import { type AnswerRow, answers, verdicts } from "../../schemas/items/records.ts";
import { documents } from "../../schemas/items/documents.ts";
import { type Ask, defineStage } from "../engine/stage.ts";
import { contentWords } from "../text/content-words.ts";
import { indexSentences, type SentenceIndex } from "./answerable.ts";
import { unknownSentences } from "./numbered-sentences.ts";
import { findFaults, verdictOf, type Reason } from "./quality.ts";

const passagesShown = 12;

async function answeredSomewhere(
  ask: Ask,
  { question, language }: AnswerRow,
  index: SentenceIndex,
): Promise<Reason[]> {
  const sentences = index.nearest(question.question, language, passagesShown);
  if (sentences.length === 0) return [];
  const reply = await ask(
    answerabilityPrompt,
    language,
    { question: question.question, sentences },
    { check: reply => unknownSentences(reply.sentences, sentences, language) },
  );
  const asked = new Set(contentWords(question.question, language));
  // A sentence that shares no word with the question cannot answer it, whatever the reply says.
  const answering = sentences.filter(
    ({ number, document, text }) =>
      reply.sentences.includes(number) &&
      contentWords(`${document} ${text}`, language).some(word => asked.has(word)),
  );
  return reply.answerable && answering.length > 0
    ? [
        {
          code: "answered-in-corpus",
          detail: answering
            .map(({ text }) => text)
            .join(" ")
            .slice(0, 200),
        },
      ]
    : [];
}

export const verdictsStage = defineStage({
  name: "items/verdicts",
  module: import.meta.filename,
  prompts: [answerabilityPrompt],
  judges: true,
  over: answers,
  lookup: { documents },
  writes: verdicts,
  async each(answer, { ask, tables }) {
    const texts = new Map(answer.question.documentIds.map(id => [id, tables.documents.get(id)]));
    const faults = findFaults(answer, texts);
    const unanswerable = answer.question.type === "unanswerable" && faults.length === 0;
    const reasons = unanswerable
      ? await answeredSomewhere(ask, answer, tables.documents.derive("sentences", indexSentences))
      : faults;
    return verdictOf(answer, reasons);
  },
});
