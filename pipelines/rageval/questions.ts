// Asks for one question and its first answer, of the planned type, on the planned facts.

import { type DocumentRow, documents, type QuestionRow, questions } from "../../schemas/items/records.ts";
import { withoutElement } from "../../schemas/rageval/paths.ts";
import { type PlannedFact, type QuestionReply, questionPrompts } from "../../schemas/rageval/prompts.ts";
import { type FactRow, facts, type PlanRow, plans, type SchemaRow, schemas } from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, made } from "../engine/stage.ts";
import { fold } from "../text/fold.ts";

export const unanswerableAnswer = { zh: "无法回答", en: "Unable to answer." } as const;

/** A fact as the prompt shows it: the sentence that states it, and prepared ways to ask for it. */
export function plannedFact(fact: FactRow, number: number, document: DocumentRow, schema: SchemaRow | undefined): PlannedFact {
  const leaf = schema?.schema.leaves.find(({ path }) => path === fact.path || path === withoutElement(fact.path));
  const [span] = fact.spans;
  return {
    number,
    document: fact.subject,
    path: fact.path,
    label: fact.label,
    type: fact.type,
    value: fact.value,
    sentence: span ? document.text.slice(span.start, span.end) : "",
    questions: (leaf?.questions ?? []).map(question => question.replaceAll("{subject}", fact.subject)),
  };
}

/** What is wrong with a question that fits its contract, in words for the model. */
export function questionProblem(reply: QuestionReply, { type, language }: PlanRow, subjects: readonly string[], rows: readonly FactRow[]): string | undefined {
  if (reply.declined !== null) return undefined;
  if (reply.question.trim() === "" || reply.answer.trim() === "") return "Give a question and an answer, or say in `declined` why there is none.";
  const question = fold(reply.question);
  const unnamed = subjects.find(subject => !namesSubject(question, subject));
  if (unnamed) return `The question must name "${unnamed}" in full.`;
  if (type === "unanswerable") {
    const told = rows.find(({ value }) => value !== "" && fold(`${reply.question}${reply.answer}`).includes(fold(value)));
    if (told) return `Neither question nor answer may contain "${told.value}".`;
    if (reply.answer.trim() !== unanswerableAnswer[language]) return `The answer must be exactly "${unanswerableAnswer[language]}".`;
  }
  return undefined;
}

/** Every name of the subject ("Hospital, Patient") stands in the question. */
const namesSubject = (question: string, subject: string) => subject.split(/[,，、]\s*/).every(part => question.includes(fold(part)));

export const questionsStage = defineStage({
  name: "rageval/questions",
  version: 1,
  prompts: Object.values(questionPrompts),
  over: plans,
  lookup: { facts, documents, schemas },
  writes: questions,
  async each(plan, { ask, tables }) {
    const { id, type, language, domain, documentIds, factIds } = plan;
    const rows = factIds.map(factId => tables.facts.get(factId));
    const schema = tables.schemas.find(rows[0]?.schemaId ?? "");
    const subjects = [...new Set(rows.map(({ subject }) => subject))];
    const shown = rows.map((fact, index) => plannedFact(fact, index + 1, tables.documents.get(fact.documentId), schema));
    const variables = { domain, scenario: schema?.schema.scenario ?? domain, subjects, facts: shown };
    const reply = await ask(questionPrompts[type], language, variables, { check: reply => questionProblem(reply, plan, subjects, rows) });
    if (reply.declined !== null) return declined<QuestionRow>("no-good-question", reply.declined);
    const { question, answer, derivations } = reply;
    return made<QuestionRow>([
      { id: rowId("q", id, question), wing: "rageval", type, language, domain, question, answer, subjects, documentIds, factIds, derivations, originId: id },
    ]);
  },
});
