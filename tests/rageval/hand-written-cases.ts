// Reads the replies that careful readers wrote by hand, and builds from them the rows that the stages' checks look at.

import { z } from "zod";
import type { VariablesOf } from "../../schemas/define.ts";
import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import { Derivation } from "../../schemas/items/derivation.ts";
import type { AnswerRow } from "../../schemas/items/records.ts";
import { Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { configPrompt } from "../../schemas/rageval/prompts.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { aDocument, anAnswer, aQuestion, evidenceOf } from "../support/items.ts";
import { HandWrittenCall, handWritten } from "../support/hand-written.ts";

const Case = HandWrittenCall.extend({
  /** What the stage knows of the question and the prompt does not show. */
  question: z
    .strictObject({ type: QuestionType, derivations: z.array(Derivation) })
    .default({ type: "factual", derivations: [] }),
});

export const cases = handWritten(import.meta.dirname, Case);

interface Answered {
  readonly language: Language;
  readonly question: { readonly type: QuestionType; readonly derivations: Derivation[] };
  readonly text: string;
  readonly answer: string;
  /** What the documents say, in order. */
  readonly shown: readonly NumberedSentence[];
  readonly numbers: readonly number[];
}

/** The answer as its stage would store it, and the documents it is checked against: one for each name shown. */
export function answered({ language, question, text, answer, shown, numbers }: Answered): {
  row: AnswerRow;
  texts: Map<string, DocumentRow>;
} {
  const subjects = [...new Set(shown.map(({ document }) => document))];
  const linesOf = (name: string) =>
    shown.filter(({ document }) => document === name).map(sentence => sentence.text);
  const documents = subjects.map(name =>
    aDocument({ id: name, name, language, text: linesOf(name).join("\n") }),
  );
  const texts = new Map(documents.map(document => [document.id, document]));
  const cited = shown.filter(({ number }) => numbers.includes(number));
  const evidence = cited.map((sentence, index) =>
    evidenceOf(sentence.text, index + 1, texts.get(sentence.document)),
  );
  const { type, derivations } = question;
  const asked = aQuestion({
    type,
    language,
    question: text,
    answer,
    subjects,
    documentIds: subjects,
    derivations,
  });
  return { row: anAnswer({ language, question: asked, answer, evidence, derivations }), texts };
}

/** A schema with just the leaves that a request for a config shows. */
export function schemaOf(
  { domain, scenario, subScenario, set, open }: VariablesOf<typeof configPrompt>,
  language: Language,
): ScenarioSchema {
  const fixed = set.map(({ path, label, type }) => ({
    path,
    label,
    type,
    description: label,
    fill: "rule",
    section: "all",
  }));
  const asked = open.map(
    ({
      options,
      unit,
      range,
      count,
      stem: _stem,
      example: _example,
      repeated: _repeated,
      ...leaf
    }) => ({
      ...leaf,
      ...(count === null ? {} : { count, many: true }),
      ...(options.length > 0 ? { options } : {}),
      ...(unit === null ? {} : { unit }),
      ...(range === null ? {} : { range }),
      fill: "model",
      section: "all",
    }),
  );
  const varied = set.find(({ value }) => value === subScenario)?.path ?? null;
  const sections = [{ id: "all", title: "All", form: "" }];
  return ScenarioSchema.parse({
    domain,
    language,
    scenario,
    subject: `{${set[0]?.path}}`,
    subScenario: varied,
    sections,
    leaves: [...fixed, ...asked],
  });
}
