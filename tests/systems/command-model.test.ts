// A program in the place of a model, in processes of its own: kept alive, started again once, its faults told.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../pipelines/engine/errors.ts";
import {
  type CommandModel,
  commandModel,
  commandName,
} from "../../pipelines/systems/command-model.ts";
import { never } from "../llm/requests.ts";
import { newFolder } from "../support/toy-run.ts";
import { questionRequest } from "./question-request.ts";

const open: CommandModel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(model => model.close()));
});

/** A program whose `reply(item)` returns the lines that it writes; what it notes stands in `starts`. */
function program(body: string, silence = 20_000) {
  const folder = newFolder();
  const starts = join(folder, "starts");
  const script = join(folder, "rag.mjs");
  writeFileSync(
    script,
    `import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
appendFileSync(${JSON.stringify(starts)}, "s");
const once = name => { const path = ${JSON.stringify(folder)} + "/" + name; if (existsSync(path)) return false; writeFileSync(path, ""); return true; };
const reply = ${body};
for await (const line of createInterface({ input: process.stdin })) {
  const said = await reply(JSON.parse(line));
  if (said !== undefined) process.stdout.write(said + "\\n");
}`,
  );
  const model = commandModel({
    command: `"${process.execPath}" "${script}"`,
    lineTimeout: silence,
  });
  open.push(model);
  const ask = async (id = "item-1") =>
    JSON.parse((await model.complete(questionRequest(model, { id }), never)).text) as Record<
      string,
      unknown
    >;
  return {
    ask,
    failureOf: (id?: string): Promise<unknown> => ask(id).catch((error: unknown) => error),
    starts: () => (existsSync(starts) ? readFileSync(starts, "utf8").length : 0),
    model,
  };
}

test("one process answers question after question, in any of the forms a function may", async () => {
  const { ask, starts } = program(
    `({ id, question, language }) => JSON.stringify(id === "b" ? "bare" : { id, answer: language + question, source_documents: [{ page_content: "x" }], usage: { input_tokens: 3, output_tokens: 1 } })`,
  );
  expect(await ask("a")).toMatchObject({
    answer: "zh水库何时建成？",
    retrieved: [{ text: "x" }],
    measured: { inputTokens: 3, failedTries: 0 },
  });
  expect(await ask("b")).toMatchObject({ answer: "bare" });
  expect(starts()).toBe(1);
});

test("two questions at once are asked of two processes, and each is kept", async () => {
  const { ask, starts } = program(`({ id }) => JSON.stringify({ id, answer: id })`);
  const both = await Promise.all([ask("a"), ask("b")]);
  expect(both.map(({ answer }) => answer)).toEqual(["a", "b"]);
  await Promise.all([ask("c"), ask("d")]);
  expect(starts()).toBe(2);
});

test("after a crash it is started again and asked once more", async () => {
  const { ask, starts } = program(
    `({ id }) => { if (id === "b" && once("crash")) process.exit(3); return JSON.stringify({ answer: id }); }`,
  );
  await ask("a");
  expect(await ask("b")).toMatchObject({ answer: "b", measured: { failedTries: 1 } });
  expect(starts()).toBe(2);
});

test("a question that always crashes it fails alone, with what it wrote on stderr; the next is answered", async () => {
  const { ask, failureOf, starts } = program(
    `({ id }) => { if (id === "b") throw new Error("no index for b"); return JSON.stringify({ answer: id }); }`,
  );
  await ask("a");
  const failure = await failureOf("b");
  expect(failure).toBeInstanceOf(ReplyError);
  expect(failure).toMatchObject({
    kind: "technical",
    code: "command-fault",
    message: expect.stringMatching(/exit code 1\b[^]*no index for b/),
  });
  expect(await ask("c")).toMatchObject({ answer: "c" });
  expect(starts()).toBe(3);
});

test("a program that never answers stops the run and keeps what was answered", async () => {
  const { failureOf } = program(`() => { console.error("no module named rag"); process.exit(1); }`);
  const failure = await failureOf();
  expect(failure).toBeInstanceOf(PipelineError);
  expect(failure).toMatchObject({
    code: "provider",
    message: expect.stringMatching(/exit code 1\b[^]*no module named rag[^]*before it answered/),
    hint: expect.stringContaining("run the same command again"),
  });
});

test("three questions in a row that crash it stop the run, too", async () => {
  const { ask, failureOf } = program(
    `({ id }) => { if (id !== "a") process.exit(1); return JSON.stringify({ answer: id }); }`,
  );
  await ask("a");
  const failures = [await failureOf("b"), await failureOf("c"), await failureOf("d")];
  expect(failures.map(failure => failure instanceof PipelineError)).toEqual([false, false, true]);
});

test("what is no JSON on stdout is told with the line and where it belongs", async () => {
  const { ask, failureOf } = program(
    `({ id }) => id === "b" ? "loading 3 shards …" : JSON.stringify({ answer: id })`,
  );
  await ask("a");
  expect(await failureOf("b")).toMatchObject({
    message: expect.stringMatching(/loading 3 shards …[^]*file=sys\.stderr/),
  });
  expect(await ask("c")).toMatchObject({ answer: "c" });
});

test("an answer to another question is none, nor is a second line", async () => {
  const { ask, failureOf } = program(
    `({ id }) => id === "b" ? JSON.stringify({ id: "a", answer: "late" }) : JSON.stringify({ id, answer: id })`,
  );
  await ask("a");
  expect(await failureOf("b")).toMatchObject({
    message: expect.stringContaining("answered a when asked b"),
  });
});

test("silence ends the process and the question, with how long it lasted", async () => {
  const { ask, failureOf, starts } = program(
    `({ id }) => id === "b" ? undefined : JSON.stringify({ answer: id })`,
    2000,
  );
  await ask("a");
  expect(await failureOf("b")).toMatchObject({
    code: "command-fault",
    message: expect.stringContaining("wrote nothing to stdout for 2 s"),
  });
  expect(starts()).toBe(2);
});

test("an error that it reports fails its question, and the process goes on", async () => {
  const { ask, failureOf, starts } = program(
    `({ id }) => JSON.stringify(id === "b" ? { error: "no such index" } : { answer: id })`,
  );
  await ask("a");
  expect(await failureOf("b")).toMatchObject({
    code: "command-error",
    message: expect.stringContaining("no such index"),
  });
  await ask("c");
  expect(starts()).toBe(1);
});

test("its name tells commands apart and not what stands in them", () => {
  const names = ["rag --key s3cret", "rag --key other"].map(commandName);
  expect([names[0] === names[1], names.join().includes("s3cret")]).toEqual([false, false]);
});
