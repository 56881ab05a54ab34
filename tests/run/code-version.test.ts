// The version of a module: what it changes with, what it does not, and that sources and their build have the same.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openCode } from "../../pipelines/run/code-version.ts";
import { cofePipeline } from "../../pipelines/cofe/pipeline.ts";
import { Settings } from "../../schemas/settings.ts";
import { defaultMix } from "../../schemas/wings.ts";
import { root } from "../support/cli.ts";
import { freshFolder } from "../support/folder.ts";

const at = freshFolder();

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
}

const library = (version: string) => ({
  "node_modules/@maths/sums/package.json": JSON.stringify({ name: "@maths/sums", version }),
});

const sources = {
  "package.json": JSON.stringify({
    type: "module",
    dependencies: { "@maths/sums": "1", unused: "1" },
  }),
  "tsconfig.json": readFileSync(join(root, "tsconfig.json"), "utf8").replace(
    /"types": .*/,
    '"types": []',
  ),
  "tsconfig.build.json": readFileSync(join(root, "tsconfig.build.json"), "utf8"),
  ...library("1.0.0"),
  "pipelines/stage.ts":
    'import { one } from "./one.ts";\nimport type { Far } from "./far.ts";\nexport const far: Far = one; // first\n',
  "pipelines/one.ts":
    'import { sum } from "@maths/sums/exact";\nexport const one: number = sum(1, (await import("../schemas/two.ts")).two);\n',
  "schemas/two.ts":
    'export const two = 2;\nexport const worker = () => new URL(import.meta.url.endsWith(".js") ? "worker.js" : "worker.ts", import.meta.url);\n',
  "schemas/worker.ts": "export {};\n",
  "pipelines/far.ts": "export type Far = number;\nexport const far = 1;\n",
  "pipelines/other.ts": 'import "./far.ts";\n',
};

const versions = () => {
  const code = openCode(at());
  return {
    stage: code.versionOf(at("pipelines/stage.ts")),
    other: code.versionOf(at("pipelines/other.ts")),
    whole: code.packageVersion(),
  };
};

test("a module reaches what it imports, at once or later, and what its workers are, but no file of which it takes types alone", () => {
  put(sources);
  expect(openCode(at()).reachableFiles(at("pipelines/stage.ts"))).toEqual([
    "pipelines/one",
    "pipelines/stage",
    "schemas/two",
    "schemas/worker",
  ]);
});

test.each([
  [
    "its own code",
    { "pipelines/stage.ts": `${sources["pipelines/stage.ts"]}export const more = 1;\n` },
    ["stage", "whole"],
  ],
  [
    "a module that is imported later",
    { "schemas/two.ts": sources["schemas/two.ts"].replace("2", "3") },
    ["stage", "whole"],
  ],
  ["a worker", { "schemas/worker.ts": "export const work = 1;\n" }, ["stage", "whole"]],
  ["another library version", library("1.0.1"), ["stage", "whole"]],
  [
    "a module that another one imports",
    { "pipelines/far.ts": sources["pipelines/far.ts"].replace("1", "2") },
    ["other", "whole"],
  ],
  [
    "a comment",
    { "pipelines/stage.ts": sources["pipelines/stage.ts"].replace("first", "second") },
    [],
  ],
  ["a type", { "pipelines/one.ts": sources["pipelines/one.ts"].replace(": number", "") }, []],
  ["layout", { "pipelines/far.ts": "export type Far = number;\n\nexport   const far = 1;\n" }, []],
  [
    "a library that nothing here imports",
    { "node_modules/unused/package.json": '{"version":"9.0.0"}' },
    [],
  ],
])("an edit of %s changes the versions that rest on it, and no others", (_, edited, expected) => {
  put(sources);
  const before = versions();
  put(edited);
  const after = versions();
  expect(
    (["stage", "other", "whole"] as const).filter(name => before[name] !== after[name]),
  ).toEqual(expected);
});

test("a stage that a program brings is known by its own file", () => {
  put({ ...sources, "mine/stage.ts": "export const mine = 1;\n" });
  const mine = () => openCode(at()).versionOf(at("mine/stage.ts"));
  const before = mine();
  put({ "pipelines/far.ts": "export const far = 2;\n" });
  expect(mine()).toBe(before);
  put({ "mine/stage.ts": "export const mine = 2;\n" });
  expect(mine()).not.toBe(before);
});

test("sources and their build have the same versions, as a whole and by stage", () => {
  for (const name of [
    "pipelines",
    "schemas",
    "node_modules",
    "package.json",
    "tsconfig.json",
    "tsconfig.build.json",
  ])
    symlinkSync(join(root, name), at(name));
  execFileSync(process.execPath, [
    join(root, "node_modules/typescript/bin/tsc"),
    "-p",
    join(root, "tsconfig.build.json"),
    "--noCheck",
    "--declaration",
    "false",
    "--outDir",
    at("dist"),
  ]);
  const [built, source] = [openCode(at("dist")), openCode()];
  const stages = cofePipeline({
    settings: Settings.parse({ mix: defaultMix("cofe") }),
    base: undefined,
    constructed: false,
    sameReader: true,
  }).map(({ module }) => module);
  const inBuild = stages.map(module => module.replace(root, at("dist")).replace(/ts$/, "js"));
  expect(inBuild.map(module => built.versionOf(module))).toEqual(
    stages.map(module => source.versionOf(module)),
  );
  expect(built.packageVersion()).toBe(source.packageVersion());
});
