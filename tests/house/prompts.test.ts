// Every prompt speaks both languages, keeps corpus text out of its system part, and uses all its variables and no others.

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import Handlebars from "handlebars";
import { expect, test } from "vitest";
import { unknownPaths, variablePaths } from "../../pipelines/llm/template-variables.ts";
import type { PromptContract } from "../../schemas/define.ts";
import { questionTypeNames } from "../../schemas/items/question-types.ts";
import { filesIn, root } from "./files.ts";

const languages = ["zh", "en"] as const;
const fileOf = (name: string, language: string) => join(root, "prompts", `${name}.${language}.hbs`);
/** Without the lines that take in a folder: its texts have a test of their own. */
const read = (name: string, language: string) =>
  readFileSync(fileOf(name, language), "utf8").replaceAll(/^\{\{> .*\}\}$/gm, "");
const partsOf = (text: string) => text.split(/^=== user ===$/m);

const isContract = (value: unknown): value is PromptContract =>
  typeof value === "object" && value !== null && "variables" in value && "reply" in value;

/** Contracts among a module's exports, also those kept in one object by type. */
const contractsAmong = (exported: unknown[]): PromptContract[] =>
  exported.flatMap(value =>
    isContract(value)
      ? [value]
      : Object.getPrototypeOf(value ?? 0) === Object.prototype
        ? Object.values(value as object).filter(isContract)
        : [],
  );

const modules = filesIn("schemas", "/prompts.ts").filter(
  file => dirname(file) !== join(root, "schemas"),
);
const contracts = (await Promise.all(modules.map(file => import(file)))).flatMap(module =>
  contractsAmong(Object.values(module)),
);
const cases = contracts.flatMap(contract =>
  languages.map(language => ({ contract, language, name: contract.name })),
);

test("contracts are found, each under a name of its own", () => {
  expect(contracts.length).toBeGreaterThan(15);
  expect(new Set(contracts.map(({ name }) => name)).size).toBe(contracts.length);
});

test.each(cases)(
  "$name.$language opens with why it is there, and has one system and one user part",
  ({ contract, language }) => {
    const text = read(contract.name, language);
    expect(text).toMatch(/^\{\{! \S[^\n]* \}\}\n/);
    const [system = "", user = "", ...more] = partsOf(text);
    expect(more).toEqual([]);
    expect([system, user].map(part => part.trim().length > 20)).toEqual([true, true]);
    expect(variablePaths(system), "corpus text in the system part").toEqual([]);
  },
);

test.each(cases)(
  "$name.$language names its contract's variables, all of them and no others",
  ({ contract, language }) => {
    const [, user = ""] = partsOf(read(contract.name, language));
    const paths = variablePaths(user);
    expect(unknownPaths(paths, contract.variables)).toEqual([]);
    expect([...new Set(paths.map(([first = ""]) => first))].sort()).toEqual(
      Object.keys(contract.variables.shape)
        .filter(name => !contract.unseen?.includes(name))
        .sort(),
    );
  },
);

test.each(contracts)("$name says the same fields of its items to both languages", contract => {
  const [zh, en] = languages.map(language =>
    [
      ...new Set(
        variablePaths(partsOf(read(contract.name, language))[1] ?? "").map(path => path.join(".")),
      ),
    ].sort(),
  );
  expect(zh).toEqual(en);
});

const typeNames = questionTypeNames.map(type => `types/${type}`);

test.each(typeNames.flatMap(name => languages.map(language => [name, language] as const)))(
  "%s.%s opens with why it is there, then says under its name what the type means, and nothing to fill in",
  (name, language) => {
    const text = read(name, language);
    expect(text).toMatch(/^\{\{! \S[^\n]* \}\}\n- /);
    expect(text.split("\n- ")[1]).toMatch(new RegExp(`^${name.slice("types/".length)}[:：]`));
    expect([partsOf(text).length, variablePaths(text)]).toEqual([1, []]);
  },
);

test("no template stands in the folder that no contract or code asks for", () => {
  const asked = [
    "again/contract",
    "again/json-reply",
    ...contracts.map(({ name }) => name),
    ...typeNames,
  ].flatMap(name => languages.map(language => fileOf(name, language)));
  expect(
    filesIn("prompts", ".hbs")
      .filter(file => !asked.includes(file))
      .map(file => relative(root, file)),
  ).toEqual([]);
});

test.each(
  languages.flatMap(
    language =>
      [
        ["again/contract", language, "reason"],
        ["again/json-reply", language, "schema"],
      ] as const,
  ),
)("%s.%s has one part and one variable, %s", (name, language, variable) => {
  const text = read(name, language);
  expect([partsOf(text).length, [...new Set(variablePaths(text).flat())]]).toEqual([1, [variable]]);
});

test("the variables of a template are found in values, blocks and lists, and the wrong ones named", () => {
  expect(
    variablePaths(
      "{{a}} {{#if b}}{{c.d}}{{/if}}{{#each e}}{{@index}}{{f}}{{this.g}}{{../a}}{{/each}}",
    ).map(path => path.join(".")),
  ).toEqual(["a", "b", "c.d", "e", "e.*.f", "e.*.g", "a"]);
});

test("templates are filled strictly and without HTML escapes", () => {
  const fill = Handlebars.compile("{{q}}", { strict: true, noEscape: true });
  expect(fill({ q: "<中&文>" })).toBe("<中&文>");
  expect(() => fill({})).toThrow(/q/);
});
