// The queue's packages are loaded by who asks for a queue, and by nobody else.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { filesIn, root } from "../house/files.ts";
import { program } from "../support/cli.ts";
import { newFolder } from "../support/toy-run.ts";

const packages = /^(?:bullmq|ioredis|redis)(?:\/|$)/;

interface Mention {
  readonly file: string;
  readonly text: string;
  readonly kind: "type" | "loaded at once" | "loaded when asked for";
}

/** Where a text names one of the packages: in an import of types, of values, or inside a function. */
function mentionsIn(file: string, text: string): Mention[] {
  const named = [
    ...text.matchAll(
      /^\s*(?:import|export)\b([^"';(]*?)\bfrom\s*"([^"]+)"|^\s*(import)\s*"([^"]+)"/gm,
    ),
  ]
    .filter(([, , from, , bare]) => packages.test(from ?? bare ?? ""))
    .map(([whole, names = ""]) => ({
      file,
      text: whole.trim(),
      kind: /^\s*type\b/.test(names) ? ("type" as const) : ("loaded at once" as const),
    }));
  // A type is not a load.
  const called = [
    ...text.matchAll(/^([ \t]*)(.*?)\b(?<!typeof )(?:import|require)\s*\(\s*"([^"]+)"/gm),
  ]
    .filter(([, , , target = ""]) => packages.test(target))
    // At the margin of a file, and in no function there, it is run when the file is loaded.
    .map(([whole, margin, before = ""]) => ({
      file,
      text: whole.trim(),
      kind:
        margin === "" && !before.includes("=>")
          ? ("loaded at once" as const)
          : ("loaded when asked for" as const),
    }));
  return [...named, ...called];
}

const sources = [...filesIn("pipelines"), ...filesIn("schemas")];
const mentions = sources.flatMap(file =>
  mentionsIn(relative(root, file), readFileSync(file, "utf8")),
);
const told = ({ file, text }: Mention) => `${file}: ${text}`;

test("only the queue names its packages", () => {
  expect(mentions.length).toBeGreaterThan(1);
  expect(mentions.filter(({ file }) => !file.startsWith("pipelines/queue/")).map(told)).toEqual([]);
});

test("the packages are loaded inside functions; at the top of a file stand their types alone", () => {
  expect(mentions.filter(({ kind }) => kind === "loaded at once").map(told)).toEqual([]);
});

test("what a stage is made of does not know that there is a queue", () => {
  const stageRooms = filesIn("pipelines").filter(
    file => !/^pipelines\/(?:queue|run|cli)\//.test(relative(root, file)),
  );
  const knowing = stageRooms.filter(file =>
    /\bfrom\s*"[^"]*\/queue\/|\bimport\s*\(\s*"[^"]*\/queue\//.test(readFileSync(file, "utf8")),
  );
  expect(knowing.map(file => relative(root, file))).toEqual([]);
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
