// Generates questions of one type with first answers, from documents and their configs, by the paper's method.

import { documents } from "../../schemas/items/documents.ts";
import { type QuestionRow, questions } from "../../schemas/items/records.ts";
import { type PaperQuestion, questionPrompts } from "../../schemas/rageval/prompts.ts";
import { type AskedRow, asked, type FactRow, type facts } from "../../schemas/rageval/records.ts";
import { unanswerableAnswer } from "../../schemas/formats/dragonball.ts";
import type { Wing } from "../../schemas/wings.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, made } from "../engine/stage.ts";
import { namesSubject } from "../text/stated-value.ts";
import { checkDerivation } from "../text/derivation.ts";

const emptyMessage = {
  zh: "question 和 answer 都要写。",
  en: "Each question needs its text and its answer.",
};

/** All problems with one question in a reply, described for the model. */
function problemsOf(
  { question, answer, derivations }: PaperQuestion,
  { type, language }: Pick<AskedRow, "type" | "language">,
  subjects: readonly string[],
): string[] {
  if (question.trim() === "" || answer.trim() === "") return [emptyMessage[language]];
  const fixedAnswer = unanswerableAnswer[language];
  const missingSubjects = subjects.filter(subject => !namesSubject(question, subject));
  return [
    ...missingSubjects.map(
      subject =>
        ({
          zh: `“${question}”里要写出“${subject}”的全称。`,
          en: `"${question}" must name "${subject}" in full.`,
        })[language],
    ),
    ...(type === "unanswerable" && answer.trim() !== fixedAnswer
      ? [
          {
            zh: `答案只能是“${fixedAnswer}”，一字不差。`,
            en: `The answer must be exactly "${fixedAnswer}".`,
          }[language],
        ]
      : []),
    ...derivations.flatMap(derivation => checkDerivation(derivation, language) ?? []),
  ];
}

/** Keeps the good questions of a reply; reports problems only if there are none. */
export function usableQuestions(
  replies: readonly PaperQuestion[],
  row: Pick<AskedRow, "type" | "language">,
  subjects: readonly string[],
): { readonly good: PaperQuestion[]; readonly problem: string | undefined } {
  const checkedReplies = replies.map(reply => ({
    reply,
    problems: problemsOf(reply, row, subjects),
  }));
  const good = checkedReplies
    .filter(({ problems }) => problems.length === 0)
    .map(({ reply }) => reply);
  const problems = checkedReplies.flatMap(reply => reply.problems);
  return {
    good,
    problem: good.length === 0 && problems.length > 0 ? problems.join("\n") : undefined,
  };
}

const configOf = (rows: readonly FactRow[]) =>
  rows
    .filter(({ state }) => state === "stated")
    .map(({ path, label, type, value }) => ({ path, label, type, value }));

const toRow = (
  { id, type, language, domain, documentIds }: AskedRow,
  subjects: string[],
  { question, answer, derivations }: PaperQuestion,
): QuestionRow => ({
  id: rowId("q", id, question.trim()),
  wing: "rageval" satisfies Wing,
  type,
  language,
  domain,
  question: question.trim(),
  answer: answer.trim(),
  subjects,
  documentIds,
  heldOutIds: [],
  spans: [],
  scope: [],
  factIds: [],
  derivations,
  originId: id,
});

/** The stage that requests questions; generated documents come with their facts. */
export const questionsStage = ({ facts: factTable }: { readonly facts?: typeof facts }) =>
  defineStage({
    name: "rageval/questions",
    module: import.meta.filename,
    prompts: Object.values(questionPrompts),
    over: asked,
    lookup: { documents, ...(factTable && { facts: factTable }) },
    writes: questions,
    async each(row, { ask, tables }) {
      const { type, language, domain, documentIds, count } = row;
      const shownDocuments = documentIds.map(documentId => {
        const [{ name, text }, known] = [
          tables.documents.get(documentId),
          tables.facts?.where("documentId", documentId) ?? [],
        ];
        return { subject: known[0]?.subject ?? name, text, config: configOf(known), known };
      });
      // Without facts, only the document's name is known, not its subject.
      const subjects = shownDocuments.flatMap(({ known }) => known[0]?.subject ?? []);
      const leftOut = shownDocuments.flatMap(({ known }) =>
        known.filter(({ state }) => state === "withheld").map(({ label }) => label),
      );
      const variables = { domain, documents: shownDocuments, count };
      const options = {
        check: ({ questions: replies }: { questions: PaperQuestion[] }) =>
          usableQuestions(replies, row, subjects).problem,
      };
      const reply =
        type === "unanswerable"
          ? await ask(questionPrompts[type], language, { ...variables, leftOut }, options)
          : await ask(questionPrompts[type], language, variables, options);
      const { good } = usableQuestions(reply.questions, row, subjects);
      if (good.length === 0)
        return declined<QuestionRow>("no-good-question", "The material yields no question.");
      return made(good.map(question => toRow(row, subjects, question)));
    },
  });
