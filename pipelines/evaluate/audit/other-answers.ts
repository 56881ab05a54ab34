// Searches the rest of the corpus for documents that also answer an item, or contradict its answer.

import { otherAnswers } from "../../../schemas/evaluation/findings.ts";
import { otherSupportPrompt } from "../../../schemas/evaluation/prompts.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { type DocumentRow, documents } from "../../../schemas/items/documents.ts";
import { type Ask, defineStage, made } from "../../engine/stage.ts";
import { localSearch } from "../../retrieval/document-search.ts";
import { contentWords } from "../../text/content-words.ts";
import { type Sentence, splitSentences } from "../../text/sentences.ts";

const maxHits = 10;
/** Minimum share of the question's words that a document must contain to count as being about its subject. */
const minSharedWordShare = 0.6;
const maxDocuments = 3;
const maxSentences = 12;

/** The sentences that share the most words with the question and its answer, in the order of the text. */
function closestSentences(
  { text, language }: DocumentRow,
  questionWords: ReadonlySet<string>,
): Sentence[] {
  const scoredSentences = splitSentences(text, language).map(sentence => ({
    sentence,
    score: contentWords(sentence.text, language).filter(word => questionWords.has(word)).length,
  }));
  const best = scoredSentences.toSorted((a, b) => b.score - a.score).slice(0, maxSentences);
  return best.map(({ sentence }) => sentence).sort((a, b) => a.start - b.start);
}

function isAbout(
  { name, text, language }: DocumentRow,
  questionWords: ReadonlySet<string>,
): boolean {
  const documentWords = new Set(contentWords(`${name}\n${text}`, language));
  const sharedCount = [...questionWords].filter(word => documentWords.has(word)).length;
  return sharedCount >= minSharedWordShare * questionWords.size;
}

const unknownSentence = {
  zh: (numbers: string) => `没有编号为 ${numbers} 的句子。`,
  en: (numbers: string) => `There is no sentence ${numbers}.`,
};

async function judgeDocument(
  ask: Ask,
  { id: itemId, question, answer, language }: TruthRow,
  document: DocumentRow,
) {
  const words = new Set(contentWords(`${question} ${answer}`, language));
  const sentences = closestSentences(document, words);
  const { id: documentId, name } = document;
  const numberedSentences = sentences.map(({ text }, index) => ({
    number: index + 1,
    document: name,
    text,
  }));
  const reply = await ask(
    otherSupportPrompt,
    language,
    { question, answer, sentences: numberedSentences },
    {
      check: reply => {
        const unknownNumbers = reply.sentences.filter(number => number > sentences.length);
        return unknownNumbers.length > 0
          ? unknownSentence[language](unknownNumbers.join(", "))
          : undefined;
      },
    },
  );
  const spans = reply.sentences
    .flatMap(number => sentences[number - 1] ?? [])
    .map(({ start, end }) => ({ documentId, start, end }));
  const { verdict, reason } = reply;
  return { id: `${itemId}/${documentId}`, itemId, language, documentId, verdict, spans, reason };
}

export const otherAnswersStage = defineStage({
  name: "audit/other-answers",
  module: import.meta.filename,
  prompts: [otherSupportPrompt],
  judges: true,
  over: truths,
  lookup: { documents },
  writes: otherAnswers,
  // Without labels and references, it is not known which documents answer the item.
  only: ({ labels, references }) => labels !== null && references !== null && references.length > 0,
  async each(truth, { ask, tables }) {
    const labelledIds = new Set([
      ...(truth.labels ?? []).map(({ documentId }) => documentId),
      ...truth.documentIds,
    ]);
    const search = await tables.documents.derive("search", localSearch);
    const hits = await search.find(truth.question, truth.language, maxHits);
    const questionWords = new Set(contentWords(truth.question, truth.language));
    const unlabelledDocuments = hits
      .filter(({ documentId }) => !labelledIds.has(documentId))
      .map(({ documentId }) => tables.documents.get(documentId));
    const relatedDocuments = unlabelledDocuments
      .filter(document => document.language === truth.language && isAbout(document, questionWords))
      .slice(0, maxDocuments);
    return made(
      await Promise.all(relatedDocuments.map(document => judgeDocument(ask, truth, document))),
    );
  },
});
