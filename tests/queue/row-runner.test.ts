// What a worker does with the jobs of one start of a coordinator: runs their rows, tells of each, and lets go.

import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import type { CreateAsk } from "../../pipelines/engine/row.ts";
import { defineStage, declined, made } from "../../pipelines/engine/stage.ts";
import { openBlobs } from "../../pipelines/queue/blobs.ts";
import type { RowTask, WorkerMessage } from "../../pipelines/queue/messages.ts";
import { openRowsQueue, removeQueues } from "../../pipelines/queue/rows-queue.ts";
import { RowRunner } from "../../pipelines/queue/row-runner.ts";
import { definePrompt } from "../../schemas/define.ts";
import { facts, openCopies, openStandIn, terms } from "../support/lookup-tables.ts";
import { describeWithRedis } from "../support/redis.ts";
import { connectToRedis } from "./redis-connection.ts";

let asks = 0;
const createAsk: CreateAsk = () => () => {
  asks++;
  return Promise.reject(new Error("nothing is answered"));
};
const large = "large ".repeat(10_000);

describeWithRedis("a runner", () => {
  const { connection } = connectToRedis();
  const runners: RowRunner[] = [];
  const epochs: string[] = [];
  afterEach(async () => {
    await Promise.all(runners.splice(0).map(runner => runner.end()));
    await removeQueues(connection(), epochs.splice(0));
  });

  /** Rows are made when a test lets them go. */
  function held() {
    const waiting: (() => void)[] = [];
    let onBegin: () => void = () => undefined;
    const stage = defineStage({
      name: "toy/terms",
      module: "1",
      prompts: [],
      over: facts,
      writes: terms,
      async each(row) {
        await new Promise<void>(resolve => {
          waiting.push(resolve);
          onBegin();
        });
        if (row["id"] === "bug") throw new TypeError("a bug");
        return row["id"] === "none" ? declined("no", "none") : made([row]);
      },
    });
    const begun = (count: number) =>
      new Promise<void>(resolve => {
        onBegin = () => waiting.length >= count && resolve();
        onBegin();
      });
    return {
      stage,
      begun,
      count: () => waiting.length,
      open: () => waiting.splice(0).forEach(go => go()),
    };
  }

  const begin = async (
    epoch: string,
    stage: ReturnType<typeof held>["stage"],
    {
      capacity = 100,
      flush = async () => {},
    }: { capacity?: number; flush?: () => Promise<void> } = {},
  ) => {
    epochs.push(epoch);
    const sent: WorkerMessage[] = [];
    const errors: unknown[] = [];
    const watched: { readonly count: number; readonly resolve: () => void }[] = [];
    const send = (message: WorkerMessage) => {
      sent.push(message);
      for (const { count, resolve } of watched) if (sent.length >= count) resolve();
    };
    const runner = await RowRunner.begin({
      epoch,
      worker: "w",
      connection: connection(),
      blobs: openBlobs(connection().redis),
      tables: openCopies(openStandIn()),
      stages: [stage],
      createAsk,
      randomSeed: 1,
      capacity,
      send,
      flush,
      onError: error => void errors.push(error),
    });
    runners.push(runner);
    const sends = (count: number) =>
      new Promise<void>(resolve =>
        sent.length >= count ? resolve() : watched.push({ count, resolve }),
      );
    return { runner, sent, sends, errors };
  };

  const task = (id: number, input: string, text = ""): RowTask => ({
    id,
    stage: "toy/terms",
    input,
    fingerprint: "f",
    row: { value: [id, { id: input, kind: "", text }] },
    tables: [],
  });
  const add = async (epoch: string, jobs: readonly (readonly RowTask[])[]) => {
    const queue = await openRowsQueue(connection(), epoch);
    await queue.addBulk(
      jobs.map((rows, index) => ({
        name: "rows",
        data: { rows: [...rows] },
        opts: { jobId: `${epoch}-${index}`, removeOnComplete: true },
      })),
    );
    return queue;
  };

  test("a row whose worker ended three times is set aside, and only that row", async () => {
    const epoch = "deaths";
    const { stage, begun, count, open } = held();
    await add(epoch, [[task(1, "a"), task(2, "deadly"), task(3, "c")]]);
    const endsOf = (sent: readonly WorkerMessage[]) =>
      sent.flatMap(message =>
        message.type === "row" && "value" in message.end
          ? [
              [
                message.id,
                message.end.value[1] === "parked" ? "" : message.end.value[1].done.outcome,
              ],
            ]
          : [],
      );
    const first = await begin(epoch, stage);
    await begun(3);
    await first.runner.end();
    open();
    // The second time from the end, the third time from the beginning, one by one: the worker ends as it comes to row 2.
    for (const [before, id] of [
      [0, 3],
      [0, 1],
    ] as const) {
      const { runner, sent, sends } = await begin(epoch, stage);
      await begun(before + 1);
      open();
      await sends(1);
      expect(endsOf(sent)).toEqual([[id, "made"]]);
      await begun(1);
      expect(count()).toBe(1);
      await runner.end();
      open();
    }
    const { sent, sends } = await begin(epoch, stage);
    await sends(3);
    expect(count()).toBe(0);
    expect(endsOf(sent)).toEqual([1, 2, 3].map(id => [id, "failed"]));
    expect(sent[1]).toMatchObject({
      end: { value: [2, { done: { code: "worker-ended", kind: "technical", input: "deadly" } }] },
    });
  });

  test("tells of every row of a job how it ended, large ones by blob, and of bugs with their stack", async () => {
    const { stage, begun, open } = held();
    await add("ends", [
      [
        task(1, "a"),
        task(2, "none"),
        task(3, "bug"),
        task(4, "b", large),
        { ...task(5, "c"), stage: "toy/unheard-of" },
      ],
    ]);
    const { sent, sends } = await begin("ends", stage);
    await begun(4);
    open();
    await sends(5);
    const byId = new Map(sent.map(message => ["id" in message ? message.id : 0, message]));
    expect(byId.get(1)).toMatchObject({
      type: "row",
      epoch: "ends",
      end: { value: [1, { done: { outcome: "made" } }] },
    });
    expect(byId.get(2)).toMatchObject({
      type: "row",
      end: { value: [2, { done: { outcome: "declined" }, rows: [] }] },
    });
    expect(byId.get(3)).toMatchObject({
      type: "row-broke",
      error: {
        type: "bug",
        message: "toy/terms, row bug: a bug",
        stack: expect.stringContaining("row-runner.test.ts") as string,
      },
    });
    expect(byId.get(4)).toMatchObject({ type: "row", end: { blob: expect.any(String) as string } });
    expect(byId.get(5)).toMatchObject({
      type: "row-broke",
      error: { message: expect.stringContaining("toy/unheard-of") as string },
    });
  });

  test("takes jobs while it has room, and is done when the last row has ended", async () => {
    const { stage, begun, open, count } = held();
    const queue = await add("room", [[task(1, "a"), task(2, "b")], [task(3, "c")], [task(4, "d")]]);
    const { runner, sends } = await begin("room", stage, { capacity: 3 });
    await begun(3);
    expect([runner.rows, await queue.getWaitingCount(), count()]).toEqual([3, 1, 3]);
    runner.takeNoMore();
    expect(runner.isDone).toBe(false);
    open();
    await sends(3);
    while (!runner.isDone) await new Promise(resolve => setImmediate(resolve));
    expect([runner.ended, await queue.getWaitingCount()]).toEqual([3, 1]);
  });

  test("says once more what it said of jobs that are not done, and no more of those that are", async () => {
    const { stage, begun, open } = held();
    await add("again", [[task(1, "a"), task(2, "bug")]]);
    const { runner, sent, sends } = await begin("again", {
      ...stage,
      each: (row, context) => (row["id"] === "a" ? made([row]) : stage.each(row, context)),
    });
    await begun(1);
    await sends(1);
    runner.repeat();
    await sends(2);
    expect(sent[1]).toEqual(sent[0]);
    open();
    await sends(3);
    while ((await (await openRowsQueue(connection(), "again")).getActiveCount()) > 0);
    runner.repeat();
    await new Promise(resolve => setImmediate(resolve));
    expect(sent).toHaveLength(3);
  });

  test("leaves a job to others where the ends of its rows could not be told", async () => {
    const { stage, begun, open } = held();
    const queue = await add("untold", [[task(1, "a")]]);
    let onFlush: () => void = () => undefined;
    const flushed = new Promise<void>(resolve => (onFlush = resolve));
    const flush = () => {
      onFlush();
      return Promise.reject(new Error("Redis is full"));
    };
    const { runner } = await begin("untold", stage, { flush });
    await begun(1);
    open();
    await flushed;
    await runner.end();
    expect(await queue.getActiveCount()).toBe(1);
  });

  test("that ended tells nothing of rows that end later, and lets them ask nothing more", async () => {
    const { stage, begun, open } = held();
    await add("over", [[task(1, "a"), task(2, "bug")]]);
    const asking: typeof stage = {
      ...stage,
      each: async (row, context) => {
        const outcome = await stage.each(row, context);
        await context.ask(
          definePrompt({
            name: "toy/say",
            variables: z.object({}),
            reply: z.object({}),
            maxReplyTokens: 1,
          }),
          "en",
          {},
        );
        return outcome;
      },
    };
    const { runner, sent } = await begin("over", asking);
    await begun(2);
    await runner.end();
    open();
    while (runner.rows > 0) await new Promise(resolve => setImmediate(resolve));
    expect([sent, asks]).toEqual([[], 0]);
  });
});
