// What status tells of a run: counts by reason, progress, calls, and whether it goes on.

import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lockDirectory } from "../../pipelines/engine/lock.ts";
import { statusOf } from "../../pipelines/engine/status.ts";
import { freshFolder } from "../support/folder.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putItems, putRun, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();
const stageNamed = (name: string) => statusOf(at()).stages.find(stage => stage.name === name);

test("outcomes are counted by stage and reason", () => {
  writeSampleRun(at());
  expect(stageNamed("items/questions")).toEqual({
    name: "items/questions",
    artifact: "items/questions",
    over: "rageval/plans",
    of: 5,
    inputs: 7,
    rows: 5,
    made: 5,
    rejected: {},
    declined: { "no-good-question": 1 },
    failed: { "bad-reply": 1 },
    edited: 0,
    finished: true,
  });
});

test("a stage over a whole artifact counts what it left out, and not the whole as a row", () => {
  writeSampleRun(at());
  expect(stageNamed("items/items")).toMatchObject({
    of: null,
    inputs: 1,
    made: 0,
    rows: 5,
    rejected: { duplicate: 1 },
  });
});

test("inputs that could not be taken in are counted with the inputs", () => {
  writeSampleRun(at());
  expect(statusOf(at()).inputs).toMatchObject([
    { artifact: "rageval/seeds", rows: 1, failed: { "empty-file": 1 } },
  ]);
});

test("calls and tokens are summed by stage and model", () => {
  writeSampleRun(at());
  // Five questions at 100 tokens in and 10 out.
  expect(statusOf(at()).calls).toContainEqual({
    stage: "items/questions",
    model: "rules@1",
    batch: false,
    calls: 5,
    inputTokens: 500,
    outputTokens: 50,
    cachedTokens: 0,
    cost: 0,
  });
});

const mini = { "gpt-4o-mini": { input: 0.15, output: 0.6, batch: 0.5 } };
const putCalls = (
  model: string,
  calls: readonly { readonly key: string; readonly batch?: true; readonly usage?: object }[],
) =>
  appendFileSync(
    at("calls.jsonl"),
    calls
      .map(
        call =>
          `${JSON.stringify({ stage: "items/answers", prompt: "p", model, usage: { inputTokens: 1000, outputTokens: 100 }, ...call })}\n`,
      )
      .join(""),
  );
const putAttempts = (...attempts: object[]) =>
  appendFileSync(
    at("attempts.jsonl"),
    attempts.map(attempt => `${JSON.stringify(attempt)}\n`).join(""),
  );

test("cost follows from the prices noted in run.json, and calls by batch are counted apart at their own price", () => {
  putRun(at(), { prices: mini, maxCost: 2 });
  putCalls("gpt-4o-mini", [{ key: "a" }, { key: "b" }, { key: "c", batch: true }]);
  const { calls, spending } = statusOf(at());
  // 1000 × 0.15 / 1e6 + 100 × 0.6 / 1e6 = 0.00021 USD a call, half of it through a batch.
  expect(calls.filter(({ stage }) => stage === "items/answers")).toMatchObject([
    { batch: false, calls: 2, cost: 0.00042 },
    { batch: true, calls: 1, cost: 0.000105 },
  ]);
  expect(spending).toEqual({
    cost: 0.000525,
    unpriced: [],
    repriced: 3,
    maxCost: 2,
    unanswered: null,
  });
});

test("cached tokens are summed, and cost their own price", () => {
  putRun(at(), { prices: { mini: { input: 1, cached: 0.25, output: 2, batch: 1 } } });
  const usage = { inputTokens: 1000, outputTokens: 100, cachedTokens: 800 };
  putCalls("mini", [{ key: "a", usage }, { key: "b", usage }, { key: "c" }]);
  // A million tokens in cost 1, cached 0.25, out 2: twice (200 + 200 + 200) and once (1,000 + 200) millionths.
  expect(statusOf(at()).calls).toContainEqual(
    expect.objectContaining({ inputTokens: 3000, cachedTokens: 1600, cost: 0.0024 }),
  );
});

test("a model without a price makes the cost of its calls unknown, not nothing", () => {
  putRun(at(), { prices: mini });
  putCalls("mystery", [{ key: "a" }]);
  putCalls("gpt-4o-mini", [{ key: "b" }]);
  const { calls, spending } = statusOf(at());
  expect(calls).toContainEqual({
    stage: "items/answers",
    model: "mystery",
    batch: false,
    calls: 1,
    inputTokens: 1000,
    outputTokens: 100,
    cachedTokens: 0,
    cost: null,
  });
  expect(spending).toMatchObject({ cost: 0.00021, unpriced: ["mystery"] });
});

test("attempts neither released nor answered may have been billed", () => {
  putRun(at(), { prices: mini });
  putCalls("gpt-4o-mini", [{ key: "answered" }, { key: "answered-late" }]);
  putAttempts(
    { key: "answered", most: 0.1 },
    { key: "answered-late", most: 0.2 },
    { key: "answered-late", most: 0.2 },
  );
  putAttempts(
    { key: "lost", most: 0.25 },
    { key: "refused", most: 0.3 },
    { key: "refused", released: true },
  );
  appendFileSync(at("attempts.jsonl"), '{"key":"cut","mo');
  // The first of the two attempts that ended in a reply, and the lost one.
  expect(statusOf(at()).spending.unanswered).toEqual({ attempts: 2, most: 0.45 });
});

test("a run is finished when every stage is", () => {
  writeSampleRun(at());
  expect(statusOf(at()).finished).toBe(true);
  putItems(at(), sampleItems.slice(0, 2), { closed: false });
  expect(statusOf(at()).finished).toBe(false);
  expect(stageNamed("items/items")?.finished).toBe(false);
});

test("the process that works on the run now is named, and no other", async () => {
  writeSampleRun(at());
  expect(statusOf(at()).running).toBeNull();
  const lock = await lockDirectory(at());
  expect(statusOf(at()).running).toMatchObject({ pid: process.pid, isHere: true });
  lock.release();
  expect(statusOf(at()).running).toBeNull();
});

test("looking changes no byte, not even a cut line", () => {
  writeSampleRun(at());
  appendFileSync(at("items/items.done.jsonl"), '{"input":"cut');
  const bytes = () =>
    readdirSync(at(), { recursive: true, withFileTypes: true }).flatMap(entry =>
      entry.isFile()
        ? [
            `${entry.parentPath}/${entry.name} ${readFileSync(`${entry.parentPath}/${entry.name}`, "utf8")}`,
          ]
        : [],
    );
  const before = bytes();
  statusOf(at());
  expect(bytes()).toEqual(before);
});
