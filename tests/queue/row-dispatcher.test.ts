// Rows that were handed out end once each, with what comes first, and none is left waiting.

import { expect, test } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import type { RowEnd } from "../../pipelines/engine/row.ts";
import { defineStage, made } from "../../pipelines/engine/stage.ts";
import type { FinishedArtifact } from "../../pipelines/engine/finished-artifact.ts";
import { pack } from "../../pipelines/queue/blobs.ts";
import type { NumberedRowEnd, RowsJob, RowTask } from "../../pipelines/queue/messages.ts";
import { RowDispatcher } from "../../pipelines/queue/row-dispatcher.ts";
import type { RowsQueue } from "../../pipelines/queue/rows-queue.ts";
import { createSeal } from "../../pipelines/queue/seal.ts";
import { createTableUploads } from "../../pipelines/queue/table-uploads.ts";
import { toWire } from "../../pipelines/queue/wire-errors.ts";
import { facts, finish, openStandIn, rowsOf, terms } from "../support/lookup-tables.ts";

const epoch = "now";

/** A queue that holds its jobs until a test takes them. */
function standInQueue() {
  const jobs = new Map<string, RowsJob>();
  const added: string[] = [];
  const queue = {
    addBulk: async (all: readonly { data: RowsJob; opts: { jobId: string } }[]) => {
      for (const { data, opts } of all) {
        added.push(opts.jobId);
        if (!jobs.has(opts.jobId)) jobs.set(opts.jobId, data);
      }
      return [];
    },
    getJobs: async () =>
      [...jobs].map(([id, data]) => ({ id, data, remove: async () => void jobs.delete(id) })),
  };
  const take = (): RowTask[] => {
    const rows = [...jobs.values()].flatMap(({ rows: all }) => all);
    jobs.clear();
    return rows;
  };
  return { queue: queue as unknown as RowsQueue, jobs, added, take };
}

function openDispatcher({
  anybody = true,
  lookup,
}: {
  readonly anybody?: boolean;
  readonly lookup?: FinishedArtifact;
} = {}) {
  const standIn = openStandIn();
  const held = standInQueue();
  const stop = new AbortController();
  const tables = createTableUploads(standIn.redis, standIn.blobs);
  const dispatcher = new RowDispatcher({
    epoch,
    queue: held.queue,
    seal: createSeal(undefined),
    blobs: standIn.blobs,
    tables,
    signal: stop.signal,
    hasWorkers: () => anybody,
  });
  const stage = defineStage({
    name: "toy/terms",
    module: "1",
    prompts: [],
    over: facts,
    ...(lookup ? { lookup: { facts } } : {}),
    writes: terms,
    each: () => made([]),
  });
  const run = (id: string, text = "") =>
    dispatcher.run({
      stage,
      input: id,
      fingerprint: "f",
      row: { id, text },
      randomSeed: 1,
      finished: () => lookup ?? finish([]),
    });
  const end = ({ id, input }: RowTask) =>
    dispatcher.acceptOutcome({ type: "row", epoch, id, end: { value: [id, endOf(input)] } });
  return { dispatcher, run, end, stop, held, ...standIn };
}

const endOf = (input: string, text = ""): RowEnd => ({
  done: { input, fingerprint: "f", outcome: "made", calls: [], reads: [] },
  rows: [{ id: input, text }],
});
const nextTurn = () => new Promise(resolve => setImmediate(resolve));
const large = "large ".repeat(10_000);

test("rows that come at one time go out as few jobs, and each ends with its own end", async () => {
  const { end, run, held } = openDispatcher();
  const ends = Array.from({ length: 20 }, (_, index) => run(`r${index}`));
  while (held.jobs.size < 3) await nextTurn();
  expect(held.added).toEqual(["now-1", "now-2", "now-3"]);
  const tasks = held.take();
  for (const task of tasks.toReversed()) await end(task);
  expect((await Promise.all(ends)).map(end => (end === "parked" ? end : end.done.input))).toEqual(
    Array.from({ length: 20 }, (_, index) => `r${index}`),
  );
});

test("a large row and its large end travel as blobs, which go with the row", async () => {
  const { dispatcher, run, held, blobs, texts } = openDispatcher();
  const ended = run("r", large);
  while (held.jobs.size < 1) await nextTurn();
  const [task] = held.take();
  expect(task?.row).toMatchObject({ blob: expect.any(String) as string });
  const end = await pack<NumberedRowEnd>(blobs, [task!.id, endOf("r", large)]);
  expect(texts.size).toBe(2);
  await dispatcher.acceptOutcome({ type: "row", epoch, id: task!.id, end });
  expect(await ended).toEqual(endOf("r", large));
  expect(texts.size).toBe(0);
});

test("an end whose blob is gone stops the run with what is wrong", async () => {
  const { dispatcher, run, held } = openDispatcher();
  const [ended, other] = [run("r"), run("s")];
  while (held.jobs.size < 1) await nextTurn();
  const [task] = [...held.jobs.values()][0]!.rows;
  await dispatcher.acceptOutcome({
    type: "row",
    epoch,
    id: task!.id,
    end: { blob: "0".repeat(64) },
  });
  await expect(ended).rejects.toThrow("no blob");
  await expect(other).rejects.toThrow("no blob");
});

test("after a row that broke, those that nobody has taken come back, and those in hand are waited for", async () => {
  const { dispatcher, end, run, held } = openDispatcher();
  const first = Array.from({ length: 8 }, (_, index) => run(`r${index}`));
  while (held.jobs.size < 1) await nextTurn();
  const [broken, ...inHand] = held.take();
  const waiting = run("waits");
  while (held.jobs.size < 1) await nextTurn();
  await dispatcher.acceptOutcome({
    type: "row-broke",
    epoch,
    id: broken!.id,
    error: toWire(new TypeError("a bug")),
  });
  await expect(first[0]).rejects.toMatchObject({
    name: "TypeError",
    message: "on a worker: a bug",
  });
  await expect(waiting).rejects.toThrow("a bug");
  for (const task of inHand) await end(task);
  expect(await Promise.all(first.slice(1))).toHaveLength(7);
  await expect(run("later")).rejects.toThrow("a bug");
});

test("a stop with nobody there ends every row, also one that is just being sent", async () => {
  const { run, stop, held } = openDispatcher({ anybody: false });
  const taken = run("taken");
  while (held.jobs.size < 1) await nextTurn();
  held.take();
  const packed = run("packed", large);
  const reason = new PipelineError("interrupted", "Stopped.", { hint: "Go on." });
  stop.abort(reason);
  await expect(taken).rejects.toBe(reason);
  await expect(packed).rejects.toBe(reason);
  await expect(run("later")).rejects.toBe(reason);
});

test("what cannot be put in Redis any more fails its row, and all rows once the dispatcher has failed", async () => {
  const { dispatcher, run, blobs } = openDispatcher();
  const full = new PipelineError("queue", "Redis is full.", { hint: "Give it more." });
  blobs.put = () => Promise.reject(full);
  await expect(run("r", large)).rejects.toBe(full);
  const waits = run("s");
  await nextTurn();
  dispatcher.fail(full);
  await expect(waits).rejects.toBe(full);
  await expect(run("later")).rejects.toBe(full);
});

test("jobs that Redis has forgotten are added once more with the rows that still wait, and their tables and rows with them", async () => {
  const { dispatcher, end, run, held, texts, tables } = openDispatcher({
    lookup: finish(rowsOf(3)),
  });
  const ended = [run("r", large), run("s")];
  while (held.jobs.size < 1) await nextTurn();
  const tasks = held.take();
  const [first, second] = ["r", "s"].map(name => tasks.find(({ input }) => input === name));
  await end(second!);
  texts.clear();
  tables.clear();
  await dispatcher.repeat();
  expect(held.take()).toEqual([first]);
  expect(tables.size).toBe(1);
  expect(texts.size).toBe(2);
  await end(first!);
  expect(await Promise.all(ended)).toHaveLength(2);
});
