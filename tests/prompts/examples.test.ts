// Holds the examples in every prompt to what they teach: a reply the contract takes, complete and with nothing beside it.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import * as items from "../../schemas/items/prompts.ts";
import * as rageval from "../../schemas/rageval/prompts.ts";

const { questionPrompts, ...ragevalRest } = rageval;
const contracts = [...Object.values(items), ...Object.values(ragevalRest), ...Object.values(questionPrompts)].filter(value => "longestReply" in value);
const templates = contracts.flatMap(contract => (["zh", "en"] as const).map(language => ({ name: contract.name, language, contract })));

const systemPart = (name: string, language: string) => {
  const source = readFileSync(resolve(import.meta.dirname, `../../prompts/${name}.${language}.hbs`), "utf8");
  return source.split("\n=== user ===\n")[0] ?? "";
};

/** The lines of the system part that are examples of a reply, as JSON. The opening comment begins with a brace, too. */
const examplesIn = (name: string, language: string): unknown[] =>
  systemPart(name, language)
    .split("\n")
    .filter(line => line.startsWith("{") && !line.startsWith("{{!"))
    .map(line => JSON.parse(line));

const questionTemplates = templates.filter(({ name }) => name.startsWith("rageval/question-"));
const textsIn = (value: unknown): string[] => (typeof value === "string" ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : []);

test.each(templates)("$name.$language shows at least one reply", ({ name, language }) => {
  expect(examplesIn(name, language).length).toBeGreaterThan(0);
});

test.each(templates)("every example in $name.$language is a reply of its contract, key for key", ({ name, language, contract }) => {
  for (const example of examplesIn(name, language)) expect(contract.reply.parse(example)).toEqual(example);
});

test.each(templates)("$name.$language shows examples in its own language", ({ name, language }) => {
  const written = examplesIn(name, language).flatMap(textsIn).join("\n");
  expect(/\p{Script=Han}/u.test(written)).toBe(language === "zh" && written !== "");
});
