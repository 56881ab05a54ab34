// Asks for one question and its first answer, of the planned type, on the planned facts.

import { type QuestionRow, questions } from "../../schemas/items/records.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { withoutElement } from "../../schemas/rageval/paths.ts";
import {
  type PlannedFact,
  type QuestionReply,
  questionPrompts,
} from "../../schemas/rageval/prompts.ts";
import {
  type FactRow,
  facts,
  type PlanRow,
  plans,
  type SchemaRow,
  schemas,
} from "../../schemas/rageval/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { declined, defineStage, made } from "../engine/stage.ts";
import { namesSubject } from "../items/named-subjects.ts";
import { unanswerableAnswer } from "../../schemas/formats/dragonball.ts";
import { checkDerivation } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { findFact } from "../text/occurrence.ts";

/** A fact as the prompt shows it: the sentence that states it, and prepared ways to ask for it. */
export function plannedFact(
  fact: FactRow,
  number: number,
  document: DocumentRow,
  schema: SchemaRow | undefined,
): PlannedFact {
  const leaf = schema?.schema.leaves.find(
    ({ path }) => path === fact.path || path === withoutElement(fact.path),
  );
  const [span] = fact.spans;
  return {
    number,
    document: fact.subject,
    path: fact.path,
    label: fact.label,
    type: fact.type,
    value: fact.value,
    sentence: span ? document.text.slice(span.start, span.end) : "",
    questions: (leaf?.questions ?? []).map(question =>
      question.replaceAll("{subject}", fact.subject),
    ),
  };
}

/** All that is wrong with a question that fits its contract, in words for the model. */
export function questionProblem(
  reply: QuestionReply,
  plan: Pick<PlanRow, "type" | "language">,
  subjects: readonly string[],
  rows: readonly FactRow[],
): string | undefined {
  if (isDeclined(reply)) return undefined;
  const { type, language } = plan;
  if (reply.question.trim() === "" || reply.answer.trim() === "") return isEmpty[language];
  const unnamed = subjects.filter(subject => !namesSubject(reply.question, subject));
  const problems = [
    ...unnamed.map(
      subject =>
        ({
          zh: `问题里要写出“${subject}”的全称。`,
          en: `The question must name "${subject}" in full.`,
        })[language],
    ),
    ...(type === "unanswerable"
      ? unanswerableProblems(reply, language, rows)
      : answerableProblems(reply, plan, rows)),
  ];
  return problems.length > 0 ? problems.join("\n") : undefined;
}

const isEmpty = {
  zh: "question 和 answer 都要写；确实出不了题，就在 declined 里说明原因。",
  en: "Give a question and an answer, or say in `declined` why there is none.",
};
const givesAnswer = {
  zh: "问题里不能透露答案。",
  en: "The question may not contain its own answer.",
};

function answerableProblems(
  { question, derivations }: QuestionReply,
  { type, language }: Pick<PlanRow, "type" | "language">,
  rows: readonly FactRow[],
): string[] {
  const wrong = derivations.flatMap(derivation => checkDerivation(derivation, language) ?? []);
  return [
    ...(type === "factual" && rows.some(fact => givesAway(question, fact))
      ? [givesAnswer[language]]
      : []),
    ...wrong,
  ];
}

// The message goes to the model: it names the leaf, never the value that is to be kept from everyone.
function unanswerableProblems(
  { question, answer }: QuestionReply,
  language: "zh" | "en",
  rows: readonly FactRow[],
): string[] {
  const told = rows.filter(
    fact => fact.value !== "" && findFact(`${question}\n${answer}`, fact).length > 0,
  );
  const fixed = unanswerableAnswer[language];
  const problems = [
    ...told.map(({ label }) => ({
      zh: `不能写出“${label}”的值。`,
      en: `Neither question nor answer may contain the value of "${label}".`,
    })),
    ...(answer.trim() === fixed
      ? []
      : [{ zh: `答案只能是“${fixed}”，一字不差。`, en: `The answer must be exactly "${fixed}".` }]),
  ];
  return problems.map(problem => problem[language]);
}

// One or two characters (是, 12, no) are met by chance in any question.
const givesAway = (question: string, { value }: FactRow) =>
  fold(value).length > 2 && fold(question).includes(fold(value));

const mostNear = 8;

/** What the document states beside a fact it lacks: it tells which event is meant, and whether it gives the fact away. */
function nearFacts(
  [lacking]: readonly FactRow[],
  all: readonly FactRow[],
  schema: SchemaRow | undefined,
): FactRow[] {
  const sectionOf = (path: string) =>
    schema?.schema.leaves.find(leaf => leaf.path === withoutElement(path))?.section;
  const section = sectionOf(lacking?.path ?? "");
  return all
    .filter(({ state, path }) => state === "stated" && sectionOf(path) === section)
    .slice(0, mostNear);
}

const isDeclined = ({ declined }: QuestionReply) => declined !== null && declined.trim() !== "";

export const questionsStage = defineStage({
  name: "rageval/questions",
  module: import.meta.filename,
  prompts: Object.values(questionPrompts),
  over: plans,
  lookup: { facts, documents, schemas },
  writes: questions,
  async each(plan, { ask, tables }) {
    const { id, type, language, domain, documentIds, factIds } = plan;
    const rows = factIds.map(factId => tables.facts.get(factId));
    const schema = tables.schemas.find(rows[0]?.schemaId ?? "");
    const subjects = [...new Set(rows.map(({ subject }) => subject))];
    const near =
      type === "unanswerable"
        ? nearFacts(rows, tables.facts.where("documentId", documentIds[0] ?? ""), schema)
        : [];
    const shown = [...rows, ...near].map((fact, index) =>
      plannedFact(fact, index + 1, tables.documents.get(fact.documentId), schema),
    );
    const variables = {
      domain,
      scenario: schema?.schema.scenario ?? domain,
      subjects,
      facts: shown,
    };
    const reply = await ask(questionPrompts[type], language, variables, {
      check: reply => questionProblem(reply, plan, subjects, rows),
    });
    if (isDeclined(reply)) return declined<QuestionRow>("no-good-question", reply.declined ?? "");
    const [question, answer, derivations] = [
      reply.question.trim(),
      reply.answer.trim(),
      reply.derivations,
    ];
    return made<QuestionRow>([
      {
        id: rowId("q", id, question),
        wing: "rageval",
        type,
        language,
        domain,
        question,
        answer,
        subjects,
        documentIds,
        heldOutIds: [],
        spans: [],
        scope: [],
        factIds,
        derivations,
        originId: id,
      },
    ]);
  },
});
