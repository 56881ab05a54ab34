// A stage that is for some rows of its artifact alone: the others leave no trace, whatever becomes of them later.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunEvent } from "../../pipelines/engine/events.ts";
import { defineStage, defineWholeStage, made } from "../../pipelines/engine/stage.ts";
import {
  linesOf,
  rowsOf,
  rowsRun,
  runPlain,
  type TextRow,
  textArtifact,
} from "../support/plain-run.ts";
import { newFolder } from "../support/toy-run.ts";

const input = textArtifact("plain/input");
const long = textArtifact("plain/long");
const all = textArtifact("plain/all");

const longStage = defineStage({
  name: "plain/long",
  module: "1",
  prompts: [],
  over: input,
  writes: long,
  only: ({ text }) => text.length > 3,
  each: ({ id, text }) => made([{ id: `l-${id}`, text }]),
});
const allStage = defineWholeStage({
  name: "plain/all",
  module: "1",
  prompts: [],
  over: long,
  writes: all,
  all: rows => ({ rows }),
});

const texts = (...given: string[]): TextRow[] =>
  given.map((text, index) => ({ id: `r${index + 1}`, text }));
const run = async (directory: string, rows: readonly TextRow[]) =>
  (await runPlain({ directory, input, rows, stages: [longStage, allStage] })).events;
const countsOf = (events: readonly RunEvent[]) =>
  events.flatMap(event =>
    event.type === "stage-finished" && event.stage === "plain/long" ? [event.counts] : [],
  );
const journal = (directory: string) =>
  readFileSync(join(directory, "plain/long.done.jsonl"), "utf8");

test("rows that a stage is not for are not run, not counted, and have no line in its journal", async () => {
  const directory = newFolder();
  const events = await run(directory, texts("one", "three", "two", "four"));
  expect(rowsRun(events).filter(line => line.startsWith("plain/long"))).toEqual([
    "plain/long r2",
    "plain/long r4",
  ]);
  expect(countsOf(events)).toMatchObject([{ inputs: 2, rows: 2, made: 2 }]);
  expect(journal(directory).match(/"input":"\w+"/g)).toEqual(['"input":"r2"', '"input":"r4"']);
  expect(rowsOf(directory, all).map(({ text }) => text)).toEqual(["three", "four"]);
});

test("a second run over the same rows runs none and changes no byte", async () => {
  const directory = newFolder();
  await run(directory, texts("one", "three"));
  const before = journal(directory);
  const events = await run(directory, texts("one", "three"));
  expect([
    rowsRun(events).filter(line => line.startsWith("plain/long")),
    journal(directory),
  ]).toEqual([[], before]);
});

test("a row that becomes one the stage is for is run, and one that no longer is takes its rows with it", async () => {
  const directory = newFolder();
  await run(directory, texts("one", "three"));
  const events = await run(directory, texts("seven", "six"));
  expect(rowsRun(events).filter(line => line.startsWith("plain/long"))).toEqual(["plain/long r1"]);
  expect(rowsOf(directory, all).map(({ text }) => text)).toEqual(["seven"]);
});

test("what a person edited is kept though the stage is no longer for what it was made from", async () => {
  const directory = newFolder();
  await run(directory, texts("one", "three"));
  writeFileSync(
    join(directory, "plain/long.jsonl"),
    `${linesOf(directory, "plain/long").join("\n").replace("three", "edited")}\n`,
  );
  await run(directory, texts("one", "two"));
  expect(rowsOf(directory, all).map(({ text }) => text)).toEqual(["edited"]);
});

test("a bug in it is told with stage and row", async () => {
  const only = () => {
    throw new Error("oops");
  };
  const stages = [{ ...longStage, only }];
  await expect(
    runPlain({ directory: newFolder(), input, rows: texts("three"), stages }),
  ).rejects.toThrow("plain/long, row r1: oops");
});
