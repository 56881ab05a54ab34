// Cutting on several threads gives what one thread gives, and its failures reach the caller.

import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { searchTokens } from "../../pipelines/text/segment.ts";
import { segmentTexts, type Text } from "../../pipelines/text/segment-pool.ts";
import { toWordLists } from "../../pipelines/text/word-lists.ts";

const zh = (text: string): Text => ({ text, language: "zh" });
const en = (text: string): Text => ({ text, language: "en" });
const few = [
  zh("南京市人民法院作出判决"),
  en("The company's revenue of 1,234.5 million"),
  zh(""),
  en("Chinese 人民法院 in it"),
  zh("。！ \n"),
];

/** Four batches, in which words come back in another order and short texts stand between. */
const many = [
  zh("医院的病历。".repeat(60)),
  ...few,
  en("patient file, court order. ".repeat(20)),
  zh("法院。医院！".repeat(60)),
  ...few.toReversed(),
];
const onTwo = { threads: 2, charactersPerThread: 1, batchLength: 300 };

const cutHere = (texts: readonly Text[]) =>
  toWordLists(texts.map(({ text, language }) => searchTokens(text, language)));
const workerOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads"; ${code}`)}`,
  );

/** Runs the work and says, of each worker it started, how many batches it answered and whether it has ended. */
async function watchWorkers<T>(work: () => Promise<T>) {
  const workers: { batches: number; ended: boolean }[] = [];
  const watch = (worker: Worker) => {
    const seen = { batches: 0, ended: false };
    workers.push(seen);
    worker.on("message", lists => (seen.batches += Number(lists !== null)));
    worker.on("exit", () => (seen.ended = true));
  };
  process.on("worker", watch);
  const result = await work().finally(() => process.off("worker", watch));
  return { result, workers };
}

test("few texts are cut without a worker", async () => {
  const { result, workers } = await watchWorkers(() => segmentTexts(few));
  expect(result).toEqual(cutHere(few));
  expect(workers).toEqual([]);
  expect(await segmentTexts([])).toEqual(cutHere([]));
});

test("many texts are cut by workers into the same tokens in the same order, and the workers end", async () => {
  const { result, workers } = await watchWorkers(() => segmentTexts(many, onTwo));
  expect(result).toEqual(cutHere(many));
  expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
  expect(workers.reduce((sum, { batches }) => sum + batches, 0)).toBe(4);
});

test("where no worker can start, the texts are cut all the same", async () => {
  for (const worker of [
    workerOf("throw new Error('no room')"),
    new URL("file:///nowhere/worker.js"),
    workerOf("process.exit(3)"),
    new URL("https://nowhere.invalid/worker.js"),
  ])
    expect(await segmentTexts(many, { ...onTwo, worker })).toEqual(cutHere(many));
});

test("an error of a worker reaches the caller, and no worker is left", async () => {
  const worker = workerOf(
    "parentPort.postMessage(null); parentPort.on('message', () => { throw new RangeError('broken dictionary'); });",
  );
  const { result, workers } = await watchWorkers(() =>
    segmentTexts(many, { ...onTwo, worker }).catch(String),
  );
  expect(result).toBe("RangeError: broken dictionary");
  expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
});

test("a worker that ends in the middle of a batch is an error, not a wait without end", async () => {
  const worker = workerOf(
    "parentPort.postMessage(null); parentPort.on('message', () => process.exit(7));",
  );
  await expect(segmentTexts(many, { ...onTwo, worker })).rejects.toThrow("code 7");
});
