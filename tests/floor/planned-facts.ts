// Hand-made facts of invented documents in both languages, and a way to ask an answerer about them.

import type { PlannedFact, QuestionReply, questionPrompts } from "../../schemas/rageval/prompts.ts";
import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import type { AnswerContext } from "../../pipelines/floor/answerer.ts";
import { questionAnswerers } from "../../pipelines/floor/questions/questions.ts";
import { tailAnswerers } from "../../pipelines/floor/tail/tail.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { fixtureYaml } from "../support/fixtures.ts";

export type Language = "zh" | "en";

/** Three companies, thirteen facts each, the same leaves in the same order. */
export const companies =
  fixtureYaml<Record<Language, readonly PlannedFact[][]>>("planned-facts.yaml");

const scenarios: Record<Language, string> = {
  en: "annual report of a listed company",
  zh: "公司年度报告",
};

const contextFor = (language: Language, seed = 1): AnswerContext => ({
  language,
  draw: drawFrom(seed),
  domains: [],
});

/** The reply of a question answerer over these facts. */
export function askFor(
  type: keyof typeof questionPrompts,
  language: Language,
  facts: readonly PlannedFact[],
  seed = 1,
): QuestionReply {
  const answerer = questionAnswerers.find(
    ({ prompt }) => prompt.name === `rageval/question-${type}`,
  );
  const subjects = [...new Set(facts.map(({ document }) => document))];
  const variables = { domain: "finance", scenario: scenarios[language], subjects, facts };
  return answerer!.answer(variables as never, contextFor(language, seed)) as QuestionReply;
}

/** The reply of one of the tail's answerers. */
export function askTail(name: string, language: Language, variables: object): object | undefined {
  const answerer = tailAnswerers.find(({ prompt }) => prompt.name === `items/${name}`);
  return answerer!.answer(variables as never, contextFor(language));
}

/** The fact at this path of one company. */
export const factAt = (language: Language, company: number, path: string): PlannedFact =>
  companies[language][company]!.find(fact => fact.path === path)!;

/** Every sentence of these companies' documents, numbered through. */
export const sentencesOf = (language: Language, chosen: readonly number[]): NumberedSentence[] =>
  chosen
    .flatMap(company => companies[language][company]!)
    .map(({ document, sentence }, at) => ({ number: at + 1, document, text: sentence }));
