// Finds the sentences that support each first answer; replies cite them by number, so every reference is verbatim.

import type { ReplyOf } from "../../schemas/define.ts";
import { answerPrompt, referencesPrompt, supportPrompt } from "../../schemas/items/prompts.ts";
import {
  type Claim,
  type Evidence,
  type QuestionRow,
  questions,
  type ReferenceFact,
  type ReferenceRow,
  references,
} from "../../schemas/items/records.ts";
import { isReverse, type Language } from "../../schemas/items/item-types.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, declined, defineStage, made, rejected } from "../engine/stage.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { datesNear } from "../text/news-days.ts";
import { findValues } from "../text/values.ts";
import {
  titledDocumentsOf,
  documentIdsOf,
  numberSentences,
  type PlacedSentence,
  toShownSentence,
  toEvidence,
  unknownSentencesProblem,
} from "./numbered-sentences.ts";

function toRow(
  question: QuestionRow,
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
): ReferenceRow {
  const evidence = toEvidence(numbers, sentences);
  // The id depends on the texts, not on their places: moving text within a document changes no id.
  return {
    id: rowId(
      "r",
      question.id,
      evidence.map(({ text }) => text),
    ),
    language: question.language,
    question: { ...question, documentIds: documentIdsOf(question, evidence) },
    evidence,
    facts: [],
  };
}

/** The references that the question's author named, without calling a model; rejected if one is not found. */
function namedReferences(question: QuestionRow, documentOf: (id: string) => DocumentRow) {
  const sentences = numberSentences(titledDocumentsOf(question, documentOf), question.question, {
    keptSpans: question.spans,
    scope: question.scope,
  });
  const isNamed = ({ documentId, start }: PlacedSentence) =>
    question.spans.some(span => span.documentId === documentId && span.start === start);
  const row = toRow(
    question,
    sentences.filter(isNamed).map(({ number }) => number),
    sentences,
  );
  const lostSpan = question.spans.find(
    ({ documentId, start }) =>
      !row.evidence.some(({ span }) => span.documentId === documentId && span.start === start),
  );
  if (lostSpan)
    return rejected<ReferenceRow>(
      "lost-evidence",
      `No sentence of ${lostSpan.documentId} begins at ${lostSpan.start}, where its evidence should.`,
    );
  return made([
    { ...row, facts: (question.claims ?? []).map(claim => toFact(claim, row.evidence)) },
  ]);
}

/** A claim by the question's author, with the numbers of its evidence. */
const toFact = ({ claim, spans }: Claim, evidence: readonly Evidence[]): ReferenceFact => ({
  claim,
  evidence: evidence.flatMap(({ number, span }) =>
    spans.some(({ documentId, start }) => documentId === span.documentId && start === span.start)
      ? number
      : [],
  ),
});

type FactReplies = ReplyOf<typeof supportPrompt>["facts"];

/** All that is wrong with a list of facts, in words for the model. */
function supportProblem(
  facts: FactReplies,
  reference: string,
  { sentences, language }: { sentences: readonly PlacedSentence[]; language: Language },
): string | undefined {
  const citedNumbers = facts.flatMap(fact => fact.sentences);
  const inventedValues = facts.flatMap(({ claim }) =>
    unsupportedValues(claim, [reference], [], language),
  );
  const problems = [
    unknownSentencesProblem(citedNumbers, sentences, language) ?? [],
    facts.some(({ claim }) => claim.trim() === "")
      ? { zh: "每条事实都要写明 claim。", en: "Every fact needs its claim." }[language]
      : [],
    inventedValues.length > 0
      ? {
          zh: `文本里没有${[...new Set(inventedValues)].join("、")}。`,
          en: `The text does not say ${[...new Set(inventedValues)].join(", ")}.`,
        }[language]
      : [],
    unstatedFacts(facts, sentences, language),
  ].flat();
  return problems.length > 0 ? problems.join("\n") : undefined;
}

/** Reports facts whose cited sentences lack most of their numbers and dates, and so state something else. */
function unstatedFacts(
  facts: FactReplies,
  sentences: readonly PlacedSentence[],
  language: Language,
): string[] {
  return facts.flatMap(({ claim, sentences: numbers }, index) => {
    if (numbers.length === 0) return [];
    const citedSentences = sentences.filter(({ number }) => numbers.includes(number));
    const missingValues = unsupportedValues(
      claim,
      [...citedSentences.map(({ text }) => text), ...citedSentences.map(datesNear)],
      [],
      language,
    );
    // Some values may be worded differently ("three months" for "twelve weeks"), which the reader judges.
    if (missingValues.length * 2 <= findValues(claim).length) return [];
    const words = missingValues.join(language === "zh" ? "、" : ", ");
    return {
      zh: `第 ${index + 1} 条所列句子里没有${words}：没有句子说到的，sentences 留空。`,
      en: `The sentences named for fact ${index + 1} do not say ${words}: leave sentences empty where none does.`,
    }[language];
  });
}

/** Maximum characters shown from twenty articles: enough for the sentences that support the reference, but no more, since each costs money. */
const maxSupportCharacters = { zh: 6000, en: 16_000 };

/** Finds which facts of a reverse task's reference, which was written before the question, the corpus states. */
async function findSupport(ask: Ask, question: QuestionRow, sentences: readonly PlacedSentence[]) {
  const { answer: reference, language } = question;
  const variables = { reference, sentences: sentences.map(toShownSentence) };
  const { facts } = await ask(supportPrompt, language, variables, {
    check: ({ facts }) => supportProblem(facts, reference, { sentences, language }),
  });
  const citedNumbers = new Set(facts.flatMap(fact => fact.sentences));
  if (citedNumbers.size === 0)
    return rejected<ReferenceRow>(
      "not-reconstructable",
      `The corpus states none of the ${facts.length} facts of the reference.`,
    );
  const numbersInOrder = sentences
    .filter(({ number }) => citedNumbers.has(number))
    .map(({ number }) => number);
  const row = toRow(question, numbersInOrder, sentences);
  const numberedFacts = facts.map(({ claim, sentences: numbers }) => ({
    claim: claim.trim(),
    evidence: [...new Set(numbers)]
      .map(number => numbersInOrder.indexOf(number) + 1)
      .sort((a, b) => a - b),
  }));
  return made([{ ...row, facts: numberedFacts }]);
}

const missingAnswer = {
  zh: "能回答时，answer 和 sentences 都不能为空。",
  en: "An answer needs its text and its sentences.",
};

function answerProblem(
  { answerable, answer, sentences: numbers }: ReplyOf<typeof answerPrompt>,
  sentences: readonly PlacedSentence[],
  language: Language,
): string | undefined {
  const missingAnswerProblem =
    answerable && (answer.trim() === "" || numbers.length === 0)
      ? missingAnswer[language]
      : undefined;
  const problems = [
    unknownSentencesProblem(numbers, sentences, language),
    missingAnswerProblem,
  ].filter(problem => problem !== undefined);
  return problems.length > 0 ? problems.join("\n") : undefined;
}

/** Answers a user's question that came without an answer, and cites the sentences, in one request. */
async function answerQuestion(
  ask: Ask,
  question: QuestionRow,
  sentences: readonly PlacedSentence[],
) {
  const variables = { question: question.question, sentences: sentences.map(toShownSentence) };
  const reply = await ask(answerPrompt, question.language, variables, {
    check: reply => answerProblem(reply, sentences, question.language),
  });
  if (!reply.answerable)
    return declined<ReferenceRow>("not-answerable", "The documents do not answer the question.");
  return made([toRow({ ...question, answer: reply.answer.trim() }, reply.sentences, sentences)]);
}

export const referencesStage = defineStage({
  name: "items/references",
  module: import.meta.filename,
  prompts: [referencesPrompt, answerPrompt, supportPrompt],
  over: questions,
  lookup: { documents },
  writes: references,
  async each(question, { ask, tables }) {
    if (question.type === "unanswerable") return made([toRow(question, [], [])]);
    if (question.spans.length > 0) return namedReferences(question, tables.documents.get);
    const titledDocuments = titledDocumentsOf(question, tables.documents.get);
    if (isReverse(question.type))
      return findSupport(
        ask,
        question,
        numberSentences(titledDocuments, question.answer, {
          maxLength: maxSupportCharacters[question.language],
        }),
      );
    const sentences = numberSentences(titledDocuments, `${question.question} ${question.answer}`, {
      scope: question.scope,
    });
    if (question.answer.trim() === "") return answerQuestion(ask, question, sentences);
    const variables = {
      question: question.question,
      answer: question.answer,
      sentences: sentences.map(toShownSentence),
    };
    const reply = await ask(referencesPrompt, question.language, variables, {
      check: reply => unknownSentencesProblem(reply.sentences, sentences, question.language),
    });
    if (reply.sentences.length === 0)
      return rejected<ReferenceRow>(
        "no-references",
        "No sentence in the documents supports the answer.",
      );
    return made([toRow(question, reply.sentences, sentences)]);
  },
});
