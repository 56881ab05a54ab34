// Holds the examples in every prompt to what they teach: a reply the contract takes, complete and with nothing beside it.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { draftProblem } from "../../pipelines/rageval/draft-problem.ts";
import { derivationsOf } from "../../pipelines/text/derivation.ts";
import * as cofe from "../../schemas/cofe/prompts.ts";
import * as crud from "../../schemas/crud/prompts.ts";
import * as stories from "../../schemas/crud/stories/prompts.ts";
import * as evaluation from "../../schemas/evaluation/prompts.ts";
import { questionTypeNames } from "../../schemas/items/question-types.ts";
import * as items from "../../schemas/items/prompts.ts";
import * as families from "../../schemas/questions/families/prompts.ts";
import * as questions from "../../schemas/questions/prompts.ts";
import * as rageval from "../../schemas/rageval/prompts.ts";

const languages = ["zh", "en"] as const;
const { questionPrompts, ...ragevalRest } = rageval;
const { baselinePrompts, ...evaluationRest } = evaluation;
const modules = [
  items,
  crud,
  stories,
  cofe,
  ragevalRest,
  questionPrompts,
  questions,
  families,
  evaluationRest,
  baselinePrompts,
];
const contracts = modules
  .flatMap(module => Object.values(module))
  .filter(value => "maxReplyTokens" in value);
const templates = contracts.flatMap(contract =>
  languages.map(language => ({ name: contract.name, language, contract })),
);

const isQuestionType = (type: string) => questionTypeNames.some(name => name === type);

const systemPart = (name: string, language: string) => {
  const source = readFileSync(
    resolve(import.meta.dirname, `../../prompts/${name}.${language}.hbs`),
    "utf8",
  );
  return source.split("\n=== user ===\n")[0] ?? "";
};

/** The lines of the system part that are examples of a reply, as JSON. What is for Handlebars begins with a brace, too. */
const examplesIn = (name: string, language: string): unknown[] =>
  systemPart(name, language)
    .split("\n")
    .filter(line => line.startsWith("{") && !line.startsWith("{{"))
    .map(line => JSON.parse(line));

test.each(templates)("$name.$language shows at least one reply", ({ name, language }) => {
  expect(examplesIn(name, language).length).toBeGreaterThan(0);
});

test.each(templates)(
  "every example in $name.$language is a reply of its contract and has no key of its own",
  ({ name, language, contract }) => {
    for (const example of examplesIn(name, language))
      expect(contract.reply.parse(example)).toMatchObject(example as object);
  },
);

const questionExamples = Object.values(questionPrompts).flatMap(({ name, reply }) =>
  languages.flatMap(language =>
    examplesIn(name, language)
      .flatMap(example => reply.parse(example).questions)
      .map(question => ({ name, language, ...question })),
  ),
);
const candidates = languages.flatMap(language =>
  examplesIn("questions/init", language)
    .flatMap(example => questions.initPrompt.reply.parse(example).candidates)
    .map(candidate => ({ language, type: "", derivations: [], answer: "", ...candidate })),
);

test("a candidate shown as an example is of a type there is", () => {
  expect(candidates.length).toBeGreaterThanOrEqual(2);
  expect(candidates.map(({ type }) => type).filter(type => !isQuestionType(type))).toEqual([]);
});

test("what an example computes is right and stands in its answer, and so does what it is computed from", () => {
  const refined = languages.flatMap(language =>
    examplesIn("items/refinement", language).map(example => ({
      language,
      ...items.refinementPrompt.reply.parse(example),
    })),
  );
  const answers = [...questionExamples, ...candidates, ...refined].filter(
    ({ derivations }) => derivations.length > 0,
  );
  expect(answers.length).toBeGreaterThanOrEqual(8);
  const absent = answers.flatMap(({ answer, derivations }) =>
    derivations
      .flatMap(({ operands, result }) => [...operands, result])
      .filter(value => !answer.includes(value)),
  );
  expect(absent).toEqual([]);
  expect(
    answers.flatMap(({ language, derivations }) =>
      derivationsOf(derivations, language).map(({ result }) => result),
    ),
  ).toEqual(answers.flatMap(({ derivations }) => derivations.map(({ result }) => result)));
});

test("an unanswerable question is answered in the fixed words", () => {
  const answers = questionExamples
    .filter(({ name }) => name === "rageval/question-unanswerable")
    .map(({ language, answer }) => ({ language, answer }));
  expect(answers).toEqual([
    { language: "zh", answer: "无法回答" },
    { language: "en", answer: "Unable to answer." },
  ]);
});

test("the schemas shown as examples hang together", () => {
  const drafts = languages.flatMap(language => [
    ...examplesIn("rageval/schema", language).map(example =>
      rageval.schemaPrompt.reply.parse(example),
    ),
    ...examplesIn("rageval/schema-refinement", language).map(
      example => rageval.schemaRefinementPrompt.reply.parse(example).schema,
    ),
  ]);
  expect(drafts.map(draft => draftProblem(draft, "en"))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
