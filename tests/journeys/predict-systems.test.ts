// A user's own RAG as a module and as a program, asked for every item: killed and gone on with, nothing asked twice.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { ragwright } from "../support/cli.ts";
import { sampleItems } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { linesIn, rowsIn } from "./rows.ts";

const ids = sampleItems.map(({ id }) => id);

function prepared() {
  const folder = newFolder();
  writeSampleRun(join(folder, "run"));
  writeFileSync(
    join(folder, "ragwright.yaml"),
    "retry: { tries: 2, firstWait: 0.01 }\nlimits: { concurrency: 1 }\n",
  );
  const file = (name: string) => join(folder, name);
  const asked = () => (existsSync(file("asked")) ? linesIn(file("asked")) : []);
  return {
    file,
    asked,
    predict: (...more: string[]) =>
      ragwright(["predict", "run", "--name", "mine", ...more], { cwd: folder }),
    written: () =>
      rowsIn<{ id: string; answer: string; retrieved?: object[] }>(
        file("run/predictions/mine.jsonl"),
      ),
  };
}

/** Notes whom it was asked for, talks on stdout, and keeps something open. */
const moduleText = (answer: string) => `import { appendFileSync, existsSync } from "node:fs";
console.log("loading the index");
setInterval(() => {}, 1000);
export async function answer(question, { id }) {
  appendFileSync("asked", id + "\\n");
  if (id === ${JSON.stringify(ids[1])} && !existsSync("repaired")) throw new Error("no shard for this one");
  return { answer: ${answer}, source_documents: [{ pageContent: "a passage", metadata: {} }], usage: { inputTokens: 9, outputTokens: 2 } };
}
`;

test("a module's function is asked for every item once; what failed is asked for by the next command, and the process ends though the module keeps something open", async () => {
  const { file, asked, predict, written } = prepared();
  writeFileSync(file("rag.mjs"), moduleText("question"));
  const first = await predict("--system", "./rag.mjs#answer", "--json");
  const told = JSON.parse(first.out) as { written: number; failed: { detail: string }[] };
  expect([first.code, told.written]).toEqual([1, 4]);
  expect(told.failed[0]?.detail).toMatch(/rag\.mjs#answer threw Error: no shard for this one \(at/);
  expect(first.err).toContain("loading the index");
  writeFileSync(file("repaired"), "");
  const second = await predict("--system", "./rag.mjs#answer", "--json");
  expect([second.code, JSON.parse(second.out)]).toMatchObject([
    0,
    { written: 5, failed: [], performance: { tokens: { input: 9, output: 2, n: 5 } } },
  ]);
  // Five, the one that failed once more before the first command ended, and once by the second.
  const more = ids[1] ?? "";
  expect(asked().toSorted()).toEqual([...ids, more, more].toSorted());
  expect(written()[0]).toMatchObject({ id: ids[0], retrieved: [{ text: "a passage" }] });
});

test("a module that was changed keeps the answers that stand, and says so each time", async () => {
  const { file, asked, predict } = prepared();
  writeFileSync(file("repaired"), "");
  writeFileSync(file("rag.mjs"), moduleText("question"));
  expect((await predict("--system", "rag.mjs#answer")).err).not.toContain("has changed");
  writeFileSync(file("rag.mjs"), moduleText("'another'"));
  for (const _ of [1, 2]) {
    const { code, err } = await predict("--system", "rag.mjs#answer");
    expect([code, err]).toEqual([0, expect.stringContaining("rag.mjs#answer has changed")]);
  }
  expect(asked().length).toBe(ids.length);
});

test("asked three times, each item has three answers in as many files, and none is asked for again", async () => {
  const { file, asked, predict } = prepared();
  writeFileSync(file("repaired"), "");
  writeFileSync(file("rag.mjs"), moduleText("question"));
  const thrice = ["--system", "rag.mjs#answer", "--repeat", "3"];
  const told = JSON.parse((await predict(...thrice, "--json")).out) as { files: string[] };
  const names = ["mine", "mine-2", "mine-3"].map(name => `run/predictions/${name}.jsonl`);
  expect(told).toMatchObject({ files: names, written: 15, performance: { answers: 15 } });
  for (const name of names) expect(linesIn(file(name)).length).toBe(5);
  expect((await predict(...thrice)).code).toBe(0);
  expect(asked().length).toBe(15);
  expect((await predict("--system", "rag.mjs#answer", "--repeat", "0")).code).toBe(2);
});

test("killed while a program answers, it goes on with the one item that had no answer yet", async () => {
  const { file, asked, predict, written } = prepared();
  writeFileSync(
    file("rag.mjs"),
    `import { appendFileSync, existsSync } from "node:fs";
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, question } = JSON.parse(line);
  appendFileSync("asked", id + "\\n");
  if (existsSync("go-on") || id !== ${JSON.stringify(ids.at(-1))}) console.log(JSON.stringify({ id, answer: question }));
}
`,
  );
  const command = `"${process.execPath}" rag.mjs`;
  const journaled = () =>
    existsSync(file("run/predictions/mine/calls.jsonl"))
      ? linesIn(file("run/predictions/mine/calls.jsonl")).length
      : 0;
  const killWhen = vi.waitUntil(
    () => asked().length === ids.length && journaled() === ids.length - 1,
    { timeout: 60_000 },
  );
  const killed = await ragwright(["predict", "run", "--name", "mine", "--command", command], {
    cwd: file(""),
    killWhen,
  });
  expect(killed.code).toBe(null);
  writeFileSync(file("go-on"), "");
  expect((await predict("--command", command)).code).toBe(0);
  expect([asked().length, asked().at(-1)]).toEqual([ids.length + 1, asked().at(-2)]);
  expect(written().map(({ id }) => id)).toEqual(ids);
});

test("neither none nor two systems are asked, and a program that does not start says why", async () => {
  const { predict } = prepared();
  const wrong = await Promise.all([
    predict(),
    predict("--system", "rag.mjs", "--command", "x"),
    predict("--system", "rag.mjs"),
    predict("--command", "no-such-program-here"),
  ]);
  expect(wrong.map(({ code }) => code)).toEqual([2, 2, 2, 1]);
  expect(wrong[0]?.err).toContain("--system ./rag.js#answer");
  expect(wrong[3]?.err).toContain("no-such-program-here");
});
