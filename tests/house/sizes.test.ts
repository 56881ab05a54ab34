// Files and functions a person takes in at once, and names that say what is made.

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesIn, root } from "./files.ts";

const longestFile = 250;
const longestTest = 400;
const longestFunction = 50;

const code = [...filesIn("pipelines"), ...filesIn("pipelines", ".js"), ...filesIn("schemas")];
const everything = [...code, ...filesIn("tests")];
const short = (file: string) => relative(root, file);

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sizes-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Functions longer than allowed, as "file:line". The linter counts: the compiler of this version gives no syntax tree. */
async function longFunctionsIn(files: readonly string[]): Promise<string[]> {
  const config = join(folder, "oxlint.json");
  const rules = {
    "max-lines-per-function": [
      "error",
      { max: longestFunction, skipComments: false, skipBlankLines: false },
    ],
  };
  writeFileSync(config, JSON.stringify({ categories: { correctness: "off" }, rules }));
  const linter = join(root, "node_modules", ".bin", "oxlint");
  const { stdout } = await promisify(execFile)(
    linter,
    ["-c", config, "--format", "json", "--disable-nested-config", ...files],
    { cwd: root, maxBuffer: 1 << 26 },
  ).catch((failed: { stdout: string }) => failed);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics.map(({ filename, labels }) => `${filename}:${labels[0]?.span.line}`);
}

test("no file has more than 250 lines, none of the tests more than 400", () => {
  const longerThan = (max: number, files: readonly string[]) =>
    files.filter(file => readFileSync(file, "utf8").trimEnd().split("\n").length > max);
  expect(
    [...longerThan(longestFile, code), ...longerThan(longestTest, filesIn("tests"))].map(short),
  ).toEqual([]);
});

test("no function has more than 50 lines, in whatever form it is written", async () => {
  expect(await longFunctionsIn(code)).toEqual([]);
});

test("the count of a function's lines sees functions, arrows and methods", async () => {
  const body = "  void 0;\n".repeat(longestFunction);
  const forms = [
    `export function a() {\n${body}}\n`,
    `export const b = () => {\n${body}};\n`,
    `export const c = {\n d() {\n${body}},\n};\n`,
  ];
  const files = forms.map((text, index) => {
    const file = join(folder, `form-${index}.ts`);
    writeFileSync(file, text);
    return file;
  });
  expect(await longFunctionsIn(files)).toHaveLength(3);
});

test("every file opens with one line that says what it is for", () => {
  const silent = everything.filter(
    file => !/^\/\/ \S.{10,}\n/.test(readFileSync(file, "utf8").replace(/^#![^\n]*\n/, "")),
  );
  expect(silent.map(short)).toEqual([]);
});

test("file names are kebab-case and say what the file makes", () => {
  const vague = /^(?:utils?|helpers?|common|types?|misc|managers?|shared|lib)$/;
  const names = everything.map(file => ({
    file,
    name: basename(file).replace(/(?:\.test|\.zh|\.en|\.d)?\.[jt]s$/, ""),
  }));
  expect(
    names
      .filter(({ name }) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || vague.test(name))
      .map(({ file }) => short(file)),
  ).toEqual([]);
});
