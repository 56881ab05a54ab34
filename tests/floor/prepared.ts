// Documents by a small prepared schema in both languages, and ways to ask the floor about them.

import type { z } from "zod";
import type { AnswerContext } from "../../pipelines/floor/answerer.ts";
import { initAnswerer } from "../../pipelines/floor/questions/init-answer.ts";
import { tailAnswerers } from "../../pipelines/floor/tail/tail-answers.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import {
  type CandidateReply,
  initPrompt,
  type KnownFact,
} from "../../schemas/questions/prompts.ts";
import { type Leaf, ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { fixtureYaml } from "../support/fixtures.ts";

export type Language = "zh" | "en";
export type Variables = z.output<typeof initPrompt.variables>;

interface Prepared {
  readonly scenario: string;
  readonly leaves: readonly (Pick<Leaf, "path" | "label" | "type"> & {
    readonly statement: string;
    readonly question: string;
  })[];
  readonly documents: Readonly<Record<string, readonly string[]>>;
}

const prepared = fixtureYaml<Record<Language, Prepared>>("prepared.yaml");

/** The schema, its leaves changed by path. */
const schemaFor = (language: Language, changes: Readonly<Record<string, object>> = {}) =>
  ScenarioSchema.parse({
    domain: "finance",
    language,
    scenario: prepared[language].scenario,
    subject: "{company/name}",
    subScenario: null,
    sections: ["company", "finance", "people"].map(id => ({ id, title: id, form: "" })),
    leaves: prepared[language].leaves.map(({ statement, question, ...leaf }) => ({
      ...leaf,
      description: leaf.label,
      fill: "rule",
      section: leaf.path.split("/")[0],
      statements: [statement],
      questions: [question],
      ...changes[leaf.path],
    })),
    agreements: [
      {
        result: "finance/cost/total",
        operation: "sum",
        of: ["finance/cost/material", "finance/cost/wages"],
        because: "",
      },
    ],
  });

const filled = (template: string, subject: string, value: string) =>
  template.replace("{subject}", subject).replace("{value}", value);

/** The request on these documents: a sentence a fact, each as often wanted as asked for. */
export function variablesFor(
  language: Language,
  chosen: readonly number[],
  wanted: Variables["wanted"] = [{ type: "factual", count: 1 }],
): Variables {
  const { documents: all, leaves } = prepared[language];
  const documents = chosen.map((at, place) => {
    const [subject, values] = Object.entries(all)[at]!;
    const sentences = leaves.map(({ statement }, index) => ({
      number: place * leaves.length + index + 1,
      text: filled(statement, subject, values[index]!),
    }));
    return { name: subject, published: "", rest: "", sentences, values };
  });
  const facts = documents.flatMap(({ name, sentences, values }) =>
    leaves.map(
      ({ path, label, type }, index): KnownFact => ({
        document: name,
        subject: name,
        path,
        label,
        type,
        value: values[index]!,
        sentences: [sentences[index]!.number],
      }),
    ),
  );
  const request = { domain: "finance", link: null, silent: [], brief: false, count: 100, wanted };
  return initPrompt.variables.parse({ ...request, documents, facts });
}

export const contextFor = (
  language: Language,
  { seed = 1, changes = {} }: { seed?: number; changes?: Readonly<Record<string, object>> } = {},
): AnswerContext => ({ language, draw: drawFrom(seed), domains: [schemaFor(language, changes)] });

/** The candidates by the floor. */
export const candidatesOf = (
  variables: Variables,
  context: AnswerContext,
): readonly CandidateReply[] =>
  initPrompt.reply
    .parse(initAnswerer.answer(variables as never, context))
    .candidates.map(candidate => candidate!);

/** All candidates of one type over these documents. */
export const askFor = (type: QuestionType, language: Language, chosen: readonly number[]) =>
  candidatesOf(variablesFor(language, chosen, [{ type, count: 100 }]), contextFor(language));

/** Documents that were written without a leaf. */
export function withheld(variables: Variables, path: string): Variables {
  const lost = new Set(variables.facts.flatMap(fact => (fact.path === path ? fact.sentences : [])));
  return {
    ...variables,
    documents: variables.documents.map(document => ({
      ...document,
      sentences: document.sentences.filter(({ number }) => !lost.has(number)),
    })),
    facts: variables.facts.map(fact =>
      fact.path === path ? { ...fact, sentences: [], value: "" } : fact,
    ),
  };
}

/** The sentences of these numbers, each with its document. */
export const evidenceOf = ({ documents }: Variables, numbers: readonly number[]) =>
  documents.flatMap(({ name, sentences }) =>
    sentences
      .filter(({ number }) => numbers.includes(number))
      .map(({ text }) => ({ document: name, text })),
  );

/** The reply of one of the tail's answerers. */
export const askTail = (prompt: string, language: Language, variables: object): unknown =>
  tailAnswerers
    .find(({ prompt: { name } }) => name === prompt)
    ?.answer(variables as never, contextFor(language));
