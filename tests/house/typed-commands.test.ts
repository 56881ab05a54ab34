// Every command that the pages tell their readers to type is one that the program takes, with these words and options.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../../pipelines/cli/program.ts";
import { filesIn, root } from "./files.ts";

const pages = [
  ...["README.md", "CAPACITY.md", "llms.txt"].map(name => join(root, name)),
  ...["docs", "skills", "pipelines"].flatMap(folder => filesIn(folder, ".md")),
];

/** In fences and within sentences; behind wide spaces stands what a line does, and what leaves words out is not a command. */
const typedIn = (page: string): string[] =>
  [...readFileSync(page, "utf8").matchAll(/npx ragwright ([a-z][^`\n]*)/g)]
    .map(([, typed = ""]) => typed.split(/\s{3,}|\s+#/)[0] ?? "")
    .filter(typed => !typed.includes("…"));

const wordsOf = (typed: string): string[] =>
  [...typed.matchAll(/"([^"]*)"|[^\s"|]+/g)].map(([word, quoted]) => quoted ?? word);

class Taken extends Error {}

const commands = pages.flatMap(typedIn);

test("the pages hold commands of all kinds", () => {
  const names = new Set(commands.map(typed => wordsOf(typed)[0]));
  const all = createProgram().commands.map(command => command.name());
  expect(all.filter(name => !names.has(name))).toEqual([]);
});

test.each(commands)("%s", async typed => {
  const program = createProgram().hook("preAction", () => {
    throw new Taken();
  });
  await expect(program.parseAsync(wordsOf(typed), { from: "user" })).rejects.toThrow(Taken);
});
