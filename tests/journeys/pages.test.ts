// The commands of the pages, typed one after the other by a reader who has no key: what a page shows works.

import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { items } from "../../schemas/items/records.ts";
import { openRun } from "../../pipelines/engine/open-run.ts";
import { ragwright, root } from "../support/cli.ts";
import { madeDemo } from "../support/made-demo.ts";
import { newFolder } from "../support/toy-run.ts";
import { linesOf, rowsIn } from "./rows.ts";

const folder = newFolder();
const file = (name: string) => join(folder, name);
let server: Server | undefined;

/** In the order in which they stand, page by page: what is done to a run comes behind what makes it. */
const pages = [
  "README.md",
  ...["evaluate", "annotate", "runs", "testing", "models", "news"].map(name => `docs/${name}.md`),
];
/** A model, servers of a fleet, other people's feeds; or it goes on until it is stopped. */
const needsMore = /--model openai|annotate serve|redis:\/\/|example\.org|news-2025-06-01|my-rag-2/;

const typedOn = (page: string): string[] =>
  [...readFileSync(join(root, page), "utf8").matchAll(/^npx ragwright (.+)$/gm)]
    .map(([, typed = ""]) => typed.split(/\s{3,}|\s+#/)[0] ?? "")
    // By code alone an audit says less, but it says it.
    .map(typed => (typed.startsWith("audit ") ? typed.replace(/ --model \S+/, "") : typed))
    .filter(typed => typed.startsWith("plan ") || !needsMore.test(typed));

const wordsOf = (typed: string): string[] =>
  [...typed.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);

/** What stands for the reader's own things. */
function putOwn(): void {
  symlinkSync(join(root, "seeds"), file("seeds"));
  symlinkSync(join(root, "examples"), file("examples"));
  for (const name of ["handbook", "my-folder", "my-other-folder", "docs"])
    cpSync(join(root, "docs"), file(name), { recursive: true });
  // More than a page asks for, each of which says something else.
  for (let at = 0; at < 510; at++)
    writeFileSync(
      file(`my-other-folder/tide-${at}.md`),
      `Table ${at}: high water at ${at} past.\n`,
    );
  const answers = [...openRun(file("out/demo")).rows(items)].map(({ id, answer, evidence }) => ({
    id,
    answer,
    retrieved: evidence.map(({ text }) => text),
  }));
  const write = (name: string, every: number) =>
    writeFileSync(
      file(name),
      answers
        .map((row, at) => JSON.stringify(at % every === 0 ? { ...row, answer: "214" } : row))
        .join("\n"),
    );
  write("answers.jsonl", 5);
  write("new.jsonl", 5);
  write("old.jsonl", 2);
  writeFileSync(file("rag.ts"), "export const answer = (question: string): string => question;\n");
  mkdirSync(file("bin"));
  writeFileSync(file("bin/python"), '#!/bin/sh\nexec python3 "$@"\n', { mode: 0o755 });
  writeFileSync(
    file("rag.py"),
    'import json, sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n    print(json.dumps({"id": asked["id"], "answer": asked["question"]}), flush=True)\n',
  );
}

beforeAll(async () => {
  mkdirSync(file("out"), { recursive: true });
  const { code, err } = await ragwright(["sample"], { cwd: folder });
  expect(code, err).toBe(0);
  for (const name of ["out/demo", "out/other"])
    cpSync(await madeDemo(), file(name), { recursive: true });
  cpSync(file("out/sample/crud"), file("out/news"), { recursive: true });
  putOwn();
  server = createServer((request, response) => {
    request.resume().on("end", () => response.end(JSON.stringify({ answer: "214" })));
  });
  await new Promise<void>(listening => server?.listen(8000, "localhost", listening));
});
afterAll(() => server?.close());

/** What a person does between two commands: finds the first five tasks of her batch right. */
function judgeBatch(): void {
  const batch = file("out/demo/annotate/batches/rageval-qra/anna");
  const tasks = rowsIn<{ id: string }>(join(batch, "tasks.jsonl")).slice(0, 5);
  const verdicts = tasks.map(({ id }) => {
    return { taskId: id, annotator: "anna", values: { score: "5" }, seconds: 20 };
  });
  writeFileSync(join(batch, "verdicts.jsonl"), linesOf(verdicts));
}

/** Names that a page leaves open. */
function filled(word: string): string {
  const [item] = openRun(file("out/demo")).rows(items);
  return word.replace("NAME", "localhost-8000").replace(/^ITEM$/, item?.id ?? "");
}

const typed = pages.flatMap(page => typedOn(page).map(command => [page, command] as const));

test("the pages show commands of most kinds", () => {
  expect(new Set(typed.map(([, command]) => wordsOf(command)[0])).size).toBeGreaterThan(12);
});

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const readsTypes = major > 22 || (major === 22 && minor >= 18);

test.each(typed)("%s: %s", async (_, command) => {
  const words = wordsOf(command).map(filled);
  if (command.startsWith("annotate import")) judgeBatch();
  const env = { PATH: `${file("bin")}:${process.env["PATH"] ?? ""}` };
  const { code, out, err } = await ragwright(words, { cwd: folder, env });
  if (words.includes("./rag.ts#answer") && !readsTypes) return expect(err).toMatch(/Node|\.js/);
  expect(code, `${out}\n${err}`).toBe(0);
});

test("what they made is there", () => {
  expect(readdirSync(file("out"))).toEqual(expect.arrayContaining(["demo", "demo-twin"]));
});
