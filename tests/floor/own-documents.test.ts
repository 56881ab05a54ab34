// Facts of the released documents under the prepared schemas; skipped where the documents are absent.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { ReplyOf } from "../../schemas/define.ts";
import { factsPrompt } from "../../schemas/rageval/prompts.ts";
import { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { factsAnswer } from "../../pipelines/floor/facts/facts-answer.ts";
import { findFact } from "../../pipelines/text/occurrence.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";

const data = fileURLToPath(new URL("../../../shared/data/rageval/dragonball_docs_48.jsonl", import.meta.url));
const folder = fileURLToPath(new URL("../../schemas/domains/", import.meta.url));
const present = existsSync(data);
if (!present) console.warn("Released documents are not beside the checkout; what needs them is skipped.");

interface Released {
  readonly domain: string;
  readonly language: "zh" | "en";
  readonly content: string;
  readonly name: string;
}

const load = (): Released[] =>
  readFileSync(data, "utf8")
    .trim()
    .split("\n")
    .map(line => JSON.parse(line) as Record<string, string>)
    .map(row => ({ ...row, name: row["company_name"] ?? row["court_name"] ?? row["hospital_patient_name"] ?? "" }) as unknown as Released);

const schemas = (): ScenarioSchema[] =>
  readdirSync(folder)
    .filter(file => /^(finance|law|medical)\.(zh|en)\.yaml$/.test(file))
    .map(file => ScenarioSchema.parse(parse(readFileSync(`${folder}/${file}`, "utf8"))));

interface Reading {
  readonly document: Released;
  readonly schema: ScenarioSchema;
  readonly sentences: readonly string[];
  readonly reply: ReplyOf<typeof factsPrompt>;
}

const readAll = (domain: string, language: "zh" | "en"): Reading[] => {
  const domains = schemas();
  const schema = domains.find(candidate => candidate.domain === domain && candidate.language === language) as ScenarioSchema;
  return load()
    .filter(document => document.domain.toLowerCase() === domain && document.language === language)
    .map(document => {
      const sentences = splitSentences(document.content, language).map((sentence, index) => ({ number: index + 1, document: document.name, text: sentence.text }));
      const leaves = schema.leaves.map(({ options = [], aliases = [], finders = [], ...leaf }) => ({ ...leaf, options, aliases, finders }));
      const variables = { scenario: schema.scenario, domain, name: document.name, leaves, sentences };
      const reply = factsPrompt.reply.parse(factsAnswer.answer(factsPrompt.variables.parse(variables) as never, { language, draw: () => 0, domains }));
      return { document, schema, sentences: sentences.map(sentence => sentence.text), reply };
    });
};

const cases = [
  ["finance", "en", 12],
  ["finance", "zh", 12],
  ["law", "en", 15],
  ["law", "zh", 15],
  ["medical", "en", 25],
  ["medical", "zh", 22],
] as const;

test.skipIf(!present).each(cases)("released %s documents in %s give at least %i facts each on average", (domain, language, least) => {
  const readings = readAll(domain, language);
  expect(readings.reduce((sum, { reply }) => sum + reply.facts.length, 0) / readings.length).toBeGreaterThanOrEqual(least);
});

test.skipIf(!present).each(cases)("every fact of released %s documents in %s stands in the sentences named for it", (domain, language) => {
  const absent = readAll(domain, language).flatMap(({ schema, sentences, reply }) =>
    reply.facts.filter(fact => {
      const type = schema.leaves.find(leaf => leaf.path === fact.path)?.type ?? "text";
      return findFact(fact.sentences.map(number => sentences[number - 1] ?? "").join("\n"), { type, value: fact.value, language }).length === 0;
    }),
  );
  expect(absent).toEqual([]);
});

test.skipIf(!present)("released records are named by hospital and patient, judgments by court and defendant", () => {
  expect(readAll("medical", "zh").map(({ reply, document }) => [reply.subject, document.name.split("_").every(part => reply.subject.includes(part))])).toEqual(
    readAll("medical", "zh").map(({ reply }) => [reply.subject, true]),
  );
  const judgments = readAll("law", "en").map(({ reply }) => reply);
  expect(judgments.filter(({ subject, facts }) => facts.some(fact => fact.path.startsWith("defendant") && subject.includes(fact.value)))).toHaveLength(judgments.length);
});
