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
  expect(stageNamed("items/items")).toMatchObject({ of: null, inputs: 1, made: 0, rows: 5, rejected: { duplicate: 1 } });
});

test("inputs that could not be taken in are counted with the inputs", () => {
  writeSampleRun(at());
  expect(statusOf(at()).inputs).toMatchObject([{ artifact: "rageval/seeds", rows: 1, failed: { "empty-file": 1 } }]);
});

test("calls and tokens are summed by stage and model", () => {
  writeSampleRun(at());
  // Five questions at 100 tokens in and 10 out.
  expect(statusOf(at()).calls).toContainEqual({ stage: "items/questions", model: "rules@1", calls: 5, inputTokens: 500, outputTokens: 50 });
});

test("a run is finished when every stage is", () => {
  writeSampleRun(at());
  expect(statusOf(at()).finished).toBe(true);
  putItems(at(), sampleItems.slice(0, 2), { closed: false });
  expect(statusOf(at()).finished).toBe(false);
  expect(stageNamed("items/items")?.finished).toBe(false);
});

test("a run that has only begun has stages without rows", () => {
  putRun(at());
  const { stages, finished } = statusOf(at());
  expect(finished).toBe(false);
  expect(stages.map(({ rows }) => rows)).toEqual(stages.map(() => 0));
});

test("the process that works on the run now is named, and no other", () => {
  writeSampleRun(at());
  expect(statusOf(at()).running).toBeNull();
  const unlock = lockDirectory(at());
  expect(statusOf(at()).running).toBe(process.pid);
  unlock();
  expect(statusOf(at()).running).toBeNull();
});

test("looking changes no byte, not even a cut line", () => {
  writeSampleRun(at());
  appendFileSync(at("items/items.done.jsonl"), '{"input":"cut');
  const bytes = () =>
    readdirSync(at(), { recursive: true, withFileTypes: true }).flatMap(entry =>
      entry.isFile() ? [`${entry.parentPath}/${entry.name} ${readFileSync(`${entry.parentPath}/${entry.name}`, "utf8")}`] : [],
    );
  const before = bytes();
  statusOf(at());
  expect(bytes()).toEqual(before);
});
