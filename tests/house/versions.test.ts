// What a stage's version rests on is its own code and little else: an edit redoes what it shapes, not what stands beside it.

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, test } from "vitest";
import { openCode } from "../../pipelines/run/code-version.ts";
import { filesIn, root } from "./files.ts";

const maxFiles = 63;

const code = openCode();
const nameOf = (file: string) => relative(root, file).replace(/\.ts$/, "");
const stages = filesIn("pipelines").filter(file =>
  /\bdefine(?:Whole)?Stage\(\{/.test(readFileSync(file, "utf8")),
);
const reached = stages.map(file => ({ stage: nameOf(file), files: code.reachableFiles(file) }));

test("every stage names its own file", () => {
  expect(stages.length).toBeGreaterThan(60);
  expect(
    stages
      .filter(file => !/^ +module: import\.meta\.filename,$/m.test(readFileSync(file, "utf8")))
      .map(nameOf),
  ).toEqual([]);
});

test("no stage rests on another stage's file", () => {
  const names = new Set(stages.map(nameOf));
  expect(
    reached.flatMap(({ stage, files }) =>
      files.filter(file => file !== stage && names.has(file)).map(file => `${stage} → ${file}`),
    ),
  ).toEqual([]);
});

test(`no stage rests on more than ${maxFiles} files`, () => {
  expect(
    reached
      .filter(({ files }) => files.length > maxFiles)
      .map(({ stage, files }) => `${stage}: ${files.length}`),
  ).toEqual([]);
});

test("no stage rests on what formats, annotates, reports, runs or prints", () => {
  const beside = /^pipelines\/(?:annotate|cli|export|floor|intake|queue|report|run)\//;
  expect(
    reached.flatMap(({ stage, files }) =>
      files.filter(file => beside.test(file)).map(file => `${stage} → ${file}`),
    ),
  ).toEqual([]);
});
