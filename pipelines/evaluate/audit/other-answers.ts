// Searches the rest of the corpus for documents that also answer an item, or contradict its answer.

import { otherAnswers } from "../../../schemas/evaluation/findings.ts";
import { otherSupportPrompt } from "../../../schemas/evaluation/prompts.ts";
import { type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { type DocumentRow, documents } from "../../../schemas/items/documents.ts";
import { type Ask, defineStage, made } from "../../engine/stage.ts";
import { localSearch } from "../../retrieval/search.ts";
import { contentWords } from "../../text/content-words.ts";
import { type Sentence, splitSentences } from "../../text/sentences.ts";

const searched = 10;
/** A document with a smaller share of the question's words is about something else. */
const minShared = 0.6;
const maxAsked = 3;
const maxSentences = 12;

/** The sentences that have the most of these words, in the order of the text. */
function nearestSentences(
  { text, language }: DocumentRow,
  wanted: ReadonlySet<string>,
): Sentence[] {
  const shared = ({ text: sentence }: Sentence) =>
    contentWords(sentence, language).filter(word => wanted.has(word)).length;
  const scored = splitSentences(text, language).map(sentence => ({
    sentence,
    score: shared(sentence),
  }));
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, maxSentences);
  return best.map(({ sentence }) => sentence).sort((a, b) => a.start - b.start);
}

function speaksOf({ name, text, language }: DocumentRow, wanted: ReadonlySet<string>): boolean {
  const had = new Set(contentWords(`${name}\n${text}`, language));
  return [...wanted].filter(word => had.has(word)).length >= minShared * wanted.size;
}

const unknown = {
  zh: (numbers: string) => `没有编号为 ${numbers} 的句子。`,
  en: (numbers: string) => `There is no sentence ${numbers}.`,
};

async function askOf(
  ask: Ask,
  { id: itemId, question, answer, language }: TruthRow,
  document: DocumentRow,
) {
  const sentences = nearestSentences(
    document,
    new Set(contentWords(`${question} ${answer}`, language)),
  );
  const numbered = sentences.map(({ text }, index) => ({
    number: index + 1,
    document: document.name,
    text,
  }));
  const reply = await ask(
    otherSupportPrompt,
    language,
    { question, answer, sentences: numbered },
    {
      check: reply => {
        const missing = reply.sentences.filter(number => number > sentences.length);
        return missing.length > 0 ? unknown[language](missing.join(", ")) : undefined;
      },
    },
  );
  const spans = reply.sentences
    .flatMap(number => sentences[number - 1] ?? [])
    .map(({ start, end }) => ({ documentId: document.id, start, end }));
  return {
    id: `${itemId}/${document.id}`,
    itemId,
    language,
    documentId: document.id,
    verdict: reply.verdict,
    spans,
    reason: reply.reason,
  };
}

export const otherAnswersStage = defineStage({
  name: "audit/other-answers",
  module: import.meta.filename,
  prompts: [otherSupportPrompt],
  judges: true,
  over: truths,
  lookup: { documents },
  writes: otherAnswers,
  // For other items, nothing says which documents must not answer them.
  only: ({ labels, references }) => labels !== null && references !== null && references.length > 0,
  async each(truth, { ask, tables }) {
    const labelled = new Set([
      ...(truth.labels ?? []).map(({ documentId }) => documentId),
      ...truth.documentIds,
    ]);
    const search = await tables.documents.derive("search", localSearch);
    const hits = await search.find(truth.question, truth.language, searched);
    const wanted = new Set(contentWords(truth.question, truth.language));
    const others = hits
      .filter(({ documentId }) => !labelled.has(documentId))
      .map(({ documentId }) => tables.documents.get(documentId));
    const asked = others
      .filter(document => document.language === truth.language && speaksOf(document, wanted))
      .slice(0, maxAsked);
    return made(await Promise.all(asked.map(document => askOf(ask, truth, document))));
  },
});
