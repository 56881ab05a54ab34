// Accepts each answer or rejects it with every reason; for an unanswerable question without faults, searches the whole corpus for an answer.

import { answerabilityPrompt, type NumberedSentence } from "../../schemas/items/prompts.ts";
import { type AnswerRow, answers, verdicts } from "../../schemas/items/records.ts";
import { documents, type DocumentRow } from "../../schemas/items/documents.ts";
import { type Ask, defineStage } from "../engine/stage.ts";
import { contentWords } from "../text/content-words.ts";
import { unknownSentencesProblem } from "./numbered-sentences.ts";
import { findFaults, verdictOf, type Reason } from "./answer-checks.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { buildBm25 } from "../retrieval/bm25.ts";
import { searchTokens } from "../text/segment.ts";
import { splitSentences } from "../text/sentences.ts";

/** Finds sentences anywhere in the corpus. */
export interface SentenceIndex {
  /** The sentences nearest to a question, numbered from 1. */
  nearest(question: string, language: Language, count: number): NumberedSentence[];
}

/** An index over every sentence of the corpus, each with its document's name. Its memory grows with the corpus. */
export function indexSentences(documents: readonly DocumentRow[]): SentenceIndex {
  const sentences = documents.flatMap(({ name, text, language }) =>
    splitSentences(text, language).map(sentence => ({ name, language, text: sentence.text })),
  );
  const bm25 = buildBm25(
    sentences.map(({ name, language, text }, index) => ({
      id: String(index),
      tokens: searchTokens(`${name} ${text}`, language),
    })),
  );
  return {
    nearest: (question, language, count) =>
      bm25.search(searchTokens(question, language), count).flatMap(({ id }, rank) => {
        const sentence = sentences[Number(id)];
        return sentence ? [{ number: rank + 1, document: sentence.name, text: sentence.text }] : [];
      }),
  };
}

/** How many sentences of the corpus a model is shown. */
const sentenceCount = 12;

/** The reason to reject an unanswerable question that some document does answer; empty if none does. */
async function answeredInCorpusReasons(
  ask: Ask,
  { question, language }: AnswerRow,
  index: SentenceIndex,
): Promise<Reason[]> {
  const sentences = index.nearest(question.question, language, sentenceCount);
  if (sentences.length === 0) return [];
  const reply = await ask(
    answerabilityPrompt,
    language,
    { question: question.question, sentences },
    { check: reply => unknownSentencesProblem(reply.sentences, sentences, language) },
  );
  const questionWords = new Set(contentWords(question.question, language));
  // A sentence that shares no word with the question cannot answer it, whatever the reply says.
  const answeringSentences = sentences.filter(
    ({ number, document, text }) =>
      reply.sentences.includes(number) &&
      contentWords(`${document} ${text}`, language).some(word => questionWords.has(word)),
  );
  return reply.answerable && answeringSentences.length > 0
    ? [
        {
          code: "answered-in-corpus",
          detail: answeringSentences
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
    const documentsById = new Map(
      answer.question.documentIds.map(id => [id, tables.documents.get(id)]),
    );
    const faults = findFaults(answer, documentsById);
    const isUnanswerable = answer.question.type === "unanswerable" && faults.length === 0;
    const reasons = isUnanswerable
      ? await answeredInCorpusReasons(
          ask,
          answer,
          tables.documents.derive("sentences", indexSentences),
        )
      : faults;
    return verdictOf(answer, reasons);
  },
});
