// What the pages for users name is there: every file of the project, every setting of the environment.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesIn, root } from "./files.ts";

const pages = [
  ...["README.md", "CAPACITY.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "llms.txt"].map(
    name => join(root, name),
  ),
  ...filesIn("docs", ".md"),
  ...filesIn("pipelines", ".md"),
];

const folders = /`((?:tests|pipelines|schemas|prompts|seeds|examples)\/[\w./{},-]+)`/g;

/** `a/{b,c}.ts` is two paths. */
const spread = (path: string): string[] => {
  const [, before, choices, after] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  if (choices === undefined) return [path];
  return choices.split(",").map(choice => `${before}${choice}${after}`);
};

test.each(pages)("%s names files that there are", page => {
  const text = readFileSync(page, "utf8");
  const named = [...text.matchAll(folders)].flatMap(([, path = ""]) => spread(path));
  const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) =>
    join(dirname(page), path),
  );
  // A bench may be named without its ending.
  const isThere = (path: string) => existsSync(path) || existsSync(`${path}.ts`);
  expect(named.filter(path => !isThere(join(root, path)))).toEqual([]);
  expect(linked.filter(path => !isThere(path))).toEqual([]);
});

test("every variable of the environment that the pages name is read somewhere", () => {
  const code = filesIn("pipelines")
    .map(file => readFileSync(file, "utf8"))
    .join("\n");
  const variables = new Set(
    pages.flatMap(page => readFileSync(page, "utf8").match(/RAGWRIGHT_[A-Z_]+/g) ?? []),
  );
  expect(variables.size).toBeGreaterThan(3);
  expect([...variables].filter(name => !code.includes(name))).toEqual([]);
});
