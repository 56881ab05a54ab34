// What one row's end means for the run: a failure is its own, an error for the reader or a bug stops it, and all else is saved.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PipelineError, ReplyError } from "../../pipelines/engine/errors.ts";
import type { RunEvent } from "../../pipelines/engine/events.ts";
import { InputFailure } from "../../pipelines/engine/pipeline.ts";
import { defineStage, defineWholeStage, made } from "../../pipelines/engine/stage.ts";
import {
  plainAsk,
  plainPrompt,
  rowsOf,
  rowsRun,
  runPlain,
  textArtifact,
} from "../support/plain-run.ts";
import { newFolder } from "../support/toy-run.ts";

const input = textArtifact("plain/words");
const said = textArtifact("plain/said");
const kept = textArtifact("plain/kept");
const rows = ["a", "b", "c", "d", "e", "f"].map(id => ({ id, text: id }));

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

const sayStage = defineStage({
  name: "plain/say",
  module: "1",
  prompts: [plainPrompt],
  over: input,
  writes: said,
  each: async ({ id, text }, { ask }) =>
    made([{ id, text: (await ask(plainPrompt, "en", { text })).said }]),
});

/** Passes rows on; `fault` may throw for some. */
const keepStage = (fault: (id: string) => void) =>
  defineStage({
    name: "plain/keep",
    module: "1",
    prompts: [],
    over: said,
    writes: kept,
    each(row) {
      fault(row.id);
      return made([row]);
    },
  });

const unauthorised = () =>
  new PipelineError("provider", "The endpoint refused the key (401).", {
    hint: "Set OPENAI_API_KEY.",
  });

test("an error for the reader stops the run; rows in flight end and are saved, and a later run goes on behind them", async () => {
  const directory = newFolder();
  const events: RunEvent[] = [];
  const createAsk = plainAsk(async text => {
    if (text === "b") throw unauthorised();
    await turn();
    await turn();
    return `${text}.`;
  });
  await expect(
    runPlain(
      { directory, input, rows, stages: [sayStage], options: { createAsk, concurrency: 4 } },
      events,
    ),
  ).rejects.toMatchObject({
    code: "provider",
    hint: "Set OPENAI_API_KEY.",
  });
  expect(rowsRun(events)).toEqual(["plain/say a", "plain/say c", "plain/say d"]);
  const next = await runPlain({
    directory,
    input,
    rows,
    stages: [sayStage],
    options: { createAsk: plainAsk(text => `${text}.`) },
  });
  expect(rowsRun(next.events).sort()).toEqual(["plain/say b", "plain/say e", "plain/say f"]);
  expect(rowsOf(directory, said).map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("rows that got no reply are asked once more when their stage has nothing else to do, before others read what it made", async () => {
  const directory = newFolder();
  const asked: string[] = [];
  const createAsk = plainAsk(async text => {
    asked.push(text);
    const before = asked.filter(other => other === text).length - 1;
    if (text === "a" && before === 0)
      throw new ReplyError("technical", "unavailable", "internal error", null);
    if (text === "b") throw new ReplyError("technical", "unavailable", "internal error", null);
    if (text === "c") throw new ReplyError("contract", "bad-shape", "no", "{}");
    return `${text}.`;
  });
  const counted = defineWholeStage({
    name: "plain/count",
    module: import.meta.filename,
    prompts: [],
    over: said,
    writes: kept,
    all: all => ({ rows: [{ id: "all", text: String(all.length) }] }),
  });
  const { summary } = await runPlain({
    directory,
    input,
    rows,
    stages: [sayStage, counted],
    options: { createAsk, concurrency: 2 },
  });
  expect(asked).toEqual(["a", "b", "c", "d", "e", "f", "a", "b"]);
  expect(summary.failures.map(({ input: row }) => row)).toEqual(["b", "c"]);
  expect(rowsOf(directory, kept)).toEqual([{ id: "all", text: "4" }]);
});

test("an error for the reader that a row's stage hides, or that came after a reply that never fitted, stops the run all the same", async () => {
  const both = defineStage({
    ...sayStage,
    each: async ({ id }, { ask }) => {
      await Promise.all([
        ask(plainPrompt, "en", { text: "never fits" }),
        ask(plainPrompt, "en", { text: "refused" }),
      ]);
      return made([{ id, text: "" }]);
    },
  });
  const createAsk = plainAsk(async text => {
    if (text === "never fits") throw new ReplyError("contract", "bad-shape", "no", "{}");
    await turn();
    throw unauthorised();
  });
  await expect(
    runPlain({ directory: newFolder(), input, rows, stages: [both], options: { createAsk } }),
  ).rejects.toMatchObject({ code: "provider" });
});

test("a bug names its stage and row and keeps its kind and its stack", async () => {
  const noFunction = undefined as unknown as () => void;
  function faultyStep() {
    noFunction();
  }
  const stages = [sayStage, keepStage(id => id === "c" && faultyStep())];
  const error = await runPlain({
    directory: newFolder(),
    input,
    rows,
    stages,
    options: { createAsk: plainAsk(text => text) },
  }).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(error).toMatchObject({
    name: "TypeError",
    message: expect.stringMatching(/^plain\/keep, row c: noFunction is not a function/),
    cause: expect.any(TypeError),
  });
  expect(error?.stack).toMatch(/^TypeError: plain\/keep, row c: noFunction[^\n]*\n +at faultyStep/);
});

test.each([
  ["something that is not an error", () => Promise.reject("a word"), /plain\/keep, row a: a word/],
  ["nothing at all", () => Promise.reject(undefined), /plain\/keep, row a: undefined/],
  [
    "an error whose message cannot be set",
    () => Promise.reject(new DOMException("too large", "DataCloneError")),
    /plain\/keep, row a: too large/,
  ],
])("%s that is thrown stops the run with stage and row", async (_, each, message) => {
  const stage = { ...keepStage(() => undefined), each };
  await expect(
    runPlain({
      directory: newFolder(),
      input,
      rows: rows.slice(0, 1),
      stages: [sayStage, stage],
      options: { createAsk: plainAsk(text => text) },
    }),
  ).rejects.toThrow(message);
});

test("a row that does not fit its record is a bug with stage, row and field, and none of its outcome is written", async () => {
  const directory = newFolder();
  const stage = {
    ...keepStage(() => undefined),
    each: ({ id }: { id: string }) =>
      made([
        { id, text: "fits" },
        { id: `${id}2`, text: 7 as unknown as string },
      ]),
  };
  await expect(
    runPlain({
      directory,
      input,
      rows,
      stages: [sayStage, stage],
      options: { createAsk: plainAsk(text => text), concurrency: 1 },
    }),
  ).rejects.toThrow(/plain\/keep, row a: the new row does not fit plain\/kept: text: /);
  expect(rowsOf(directory, kept)).toEqual([]);
});

test("a bug in a stage over the whole artifact stops the run when rows beside it have ended and are saved", async () => {
  const side = textArtifact("plain/side");
  const whole = defineWholeStage({
    name: "plain/whole",
    module: "1",
    prompts: [],
    over: input,
    writes: kept,
    all() {
      throw new RangeError("out of range");
    },
  });
  const slow = defineStage({ ...sayStage, writes: side });
  const directory = newFolder();
  const createAsk = plainAsk(async text => {
    await turn();
    return text;
  });
  // The whole stage is ready only once the lookup it waits for has ended, while slower rows are in flight.
  const quick = defineStage({
    name: "plain/quick",
    module: "1",
    prompts: [],
    over: input,
    writes: said,
    each: row => made([row]),
  });
  const waiting = { ...whole, lookup: { said } };
  const events: RunEvent[] = [];
  await expect(
    runPlain(
      {
        directory,
        input,
        rows: rows.slice(0, 3),
        stages: [slow, quick, waiting],
        options: { createAsk, concurrency: 6 },
      },
      events,
    ),
  ).rejects.toThrow(/plain\/whole, row \*: out of range/);
  expect(rowsOf(directory, side)).toHaveLength(3);
});

test("a reply that never fitted fails its row alone, with the raw reply; a technical failure is tried again by the next run, it only when told", async () => {
  const directory = newFolder();
  const failing = plainAsk(text => {
    if (text === "b")
      throw new ReplyError("contract", "bad-shape", "It never fitted.", '{"raw":1}');
    if (text === "c") throw new ReplyError("technical", "timeout", "It never came.", null);
    return `${text}.`;
  });
  const working = plainAsk(text => `${text}.`);
  const run = (createAsk: typeof working, retryFailed = false) =>
    runPlain({ directory, input, rows, stages: [sayStage], options: { createAsk, retryFailed } });
  const { summary } = await run(failing);
  const contract = {
    artifact: "plain/said",
    input: "b",
    code: "bad-shape",
    detail: "It never fitted.",
    kind: "contract",
    reply: '{"raw":1}',
  };
  const technical = {
    artifact: "plain/said",
    input: "c",
    code: "timeout",
    detail: "It never came.",
    kind: "technical",
    reply: null,
  };
  expect(summary.failures).toEqual([contract, technical]);
  expect(rowsOf(directory, said).map(({ id }) => id)).toEqual(["a", "d", "e", "f"]);
  const next = await run(working);
  expect(rowsRun(next.events)).toEqual(["plain/say c"]);
  expect(next.summary.failures).toEqual([contract]);
  const told = await run(working, true);
  expect(rowsRun(told.events)).toEqual(["plain/say b"]);
  expect(told.summary.failures).toEqual([]);
  expect(readFileSync(join(directory, "failures.jsonl"), "utf8")).toBe("");
  expect(rowsOf(directory, said).map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e", "f"]);
});

test("a row of the input that does not fit is refused with its number and field", async () => {
  const bad = [...rows, { id: "g" }];
  await expect(
    runPlain({ directory: newFolder(), input, rows: bad, stages: [] }),
  ).rejects.toMatchObject({
    code: "bad-row",
    message: expect.stringMatching(/^plain\/words, row 7: text: /),
  });
});

test("an input that cannot be taken in is told before any stage begins, each time the run is typed", async () => {
  const directory = newFolder();
  const unread = new InputFailure("words.jsonl:2", "bad-record", "line 2 is no JSON");
  const told = async () => {
    const { events } = await runPlain({
      directory,
      input,
      rows: [...rows, unread],
      stages: [sayStage],
      options: { createAsk: plainAsk(async text => text) },
    });
    return events.slice(0, 2);
  };
  const line = {
    type: "row-finished",
    stage: "plain/words",
    input: "words.jsonl:2",
    outcome: "failed",
    code: "bad-record",
    detail: "line 2 is no JSON",
    left: 0,
    isWhole: false,
  };
  expect(await told()).toEqual([expect.objectContaining({ type: "run-started" }), line]);
  expect(await told()).toEqual([expect.objectContaining({ type: "run-started" }), line]);
});
