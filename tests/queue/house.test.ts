// The queue's packages are loaded by who asks for a queue, and by nobody else.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { filesIn, importsOf, root } from "../house/files.ts";
import { program } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";

const packages = /^(?:bullmq|ioredis|redis)(?:\/|$)/;
const sources = [...filesIn("pipelines"), ...filesIn("schemas")];
const filesWith = (targetsIn: (file: string) => readonly string[]) =>
  sources
    .filter(file => targetsIn(file).some(target => packages.test(target)))
    .map(file => relative(root, file));

test("only the queue names its packages", () => {
  const naming = filesWith(importsOf);
  expect(naming.length).toBeGreaterThan(1);
  expect(naming.filter(file => !file.startsWith("pipelines/queue/"))).toEqual([]);
});

/** What a file loads when it is loaded itself: values that it imports, and what is imported at its margin in no function. */
const loadedAtOnce = (file: string) =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /^(?:import|export)\b(?!\s+type\b)[^"';(]*?\bfrom\s*"([^"]+)"|^import\s*"([^"]+)"|^(?=\S)(?!.*=>).*?\b(?<!typeof )import\s*\(\s*"([^"]+)"/gm,
    ),
  ].map(([, from, bare, called]) => from ?? bare ?? called ?? "");

test("the packages are loaded inside functions; at the top of a file stand their types alone", () => {
  expect(filesWith(loadedAtOnce)).toEqual([]);
});

// Stands in for a machine without the packages.
const refusal =
  "export const resolve = (name, context, next) => { if (/^(?:bullmq|ioredis)\\b/.test(name)) throw new Error(`asked for ${name}`); return next(name, context); };";
const asUrl = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
const withoutPackages = [
  "--import",
  asUrl(`import { register } from "node:module"; register(${JSON.stringify(asUrl(refusal))});`),
];
const runNode = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...withoutPackages, ...args], { cwd: root });

test.each(["bullmq", "ioredis"])("the machine without %s is one indeed", async name => {
  await expect(
    runNode("--input-type=module", "-e", `await import(${JSON.stringify(name)})`),
  ).rejects.toThrow(`asked for ${name}`);
});

test("a run without a queue needs none of the packages", async () => {
  const out = join(newFolder(), "run");
  const { stdout } = await runNode(
    ...program,
    "run",
    "rageval",
    "--schemas",
    "law",
    "--language",
    "zh",
    "--until",
    "facts",
    "--out",
    out,
  );
  expect(stdout).toContain(out);
});
