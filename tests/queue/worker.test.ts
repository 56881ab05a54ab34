// A worker lends its hands to one run after another, loses no reply, and leaves when it is told to.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redisKeys, runKey } from "../../pipelines/queue/redis-keys.ts";
import { leftIn } from "../contracts/executor-contract.ts";
import { allKinds, manyRows } from "../contracts/executor-work.ts";
import { heldCalls } from "../contracts/held-model.ts";
import { runLocally, runOnQueue, startRun, workersOverRedis } from "../support/queue-fleet.ts";
import { describeWithRedis } from "../support/redis.ts";
import { newFolder } from "../support/toy-run.ts";
import { expectLocalResult } from "./local-comparison.ts";

describeWithRedis("a worker", () => {
  const { redis, place, addWorker } = workersOverRedis();

  test("works for one run after another, and for none between", async () => {
    const [first, second] = [manyRows(30), allKinds()];
    await addWorker([first, second]);
    const [one, other] = [place(), place()];
    await runOnQueue(first, one);
    await runOnQueue(second, other);
    await expectLocalResult(first, one.directory);
    await expectLocalResult(second, other.directory, allKinds(second.prompts));
  });

  test("that died is replaced by its next start in the same folder: what it made is used, and only what it had in flight is made again", async () => {
    const { work, begins, release, begun, open } = heldCalls(manyRows(30));
    const directory = newFolder();
    const at = place();
    const first = await addWorker([work], { directory });
    const run = await startRun(work, at);
    await begins(8);
    release(5);
    await begins(13);
    await first.crash();
    const lost = begun.slice();
    // Calls of the dead one never end: those of its next start are others.
    const { model } = manyRows(30);
    await addWorker([{ ...work, model }], { directory });
    await run.ended;
    await expectLocalResult(work, at.directory);
    expect(model.asked.length + lost.length - 90).toBe(8);
    open();
  });

  test("that is told to leave ends the rows it has, takes no more, and is gone from Redis", async () => {
    const { work, begins, open } = heldCalls(manyRows(60));
    const at = place();
    const first = await addWorker([work], { capacity: 8 });
    const run = await startRun(work, at);
    await begins(8);
    const left = first.leave();
    open();
    await left;
    const beats = (await redis().command("KEYS", redisKeys.worker("*")))
      .split("\n")
      .filter(key => key !== "");
    expect(beats).toEqual([]);
    expect(await redis().command("SMEMBERS", redisKeys.workers)).toBe("");
    await addWorker([work]);
    await run.ended;
    await expectLocalResult(work, at.directory, manyRows(60, work.prompts));
  });

  test("that is told to leave before it knows of the next run leaves: nobody ends the rows of the one that lost its lease", async () => {
    const { work, begins, open } = heldCalls(manyRows(30));
    const worker = await addWorker([work]);
    const run = await startRun(work, place());
    await begins(8);
    const other = { epoch: "other", run: "another run", identity: {}, recipe: {} };
    // The lease first, as whoever takes it does: the run would put its own announcement back.
    await redis().command("SET", redisKeys.coordinator, other.epoch);
    await redis().command("SET", redisKeys.announcement, JSON.stringify(other));
    const left = worker.leave();
    await expect(run.ended).rejects.toMatchObject({ code: "queue" });
    open();
    await expect(left).resolves.toBeUndefined();
  });

  test("that waits for a run leaves at once", async () => {
    const worker = await addWorker([]);
    await worker.leave();
    expect(await redis().command("SMEMBERS", redisKeys.workers)).toBe("");
  });

  test("gives Redis up after its patience, with its reason", async () => {
    const work = manyRows(30);
    const worker = await addWorker([work], { patience: 1500 });
    await runOnQueue(work, place());
    await redis().kill();
    await expect(worker.ended).rejects.toMatchObject({
      code: "queue",
      message: expect.stringContaining("has not answered for") as string,
    });
    await redis().restart();
  });

  test("keeps the reply to a call that it was making when Redis was given up", async () => {
    const { work, begins, open, begun } = heldCalls(manyRows(30));
    const directory = newFolder();
    const at = place();
    let onWaiting: () => void = () => undefined;
    const waits = new Promise<void>(resolve => (onWaiting = resolve));
    const worker = await addWorker([work], {
      directory,
      patience: 1500,
      onNotice: text => void (text.startsWith("Waiting for the replies to 8 calls") && onWaiting()),
    });
    const run = await startRun(work, at);
    await begins(8);
    await redis().kill();
    await waits;
    open();
    await expect(worker.ended).rejects.toMatchObject({ code: "queue" });
    await redis().restart();
    await addWorker([work], { directory });
    await run.ended;
    await expectLocalResult(work, at.directory);
    expect(new Set(begun).size).toBe(begun.length);
  });

  test("takes no rows of a run whose announcement it does not understand, and says so", async () => {
    let onRefused: (text: string) => void = () => undefined;
    const refused = new Promise<string>(resolve => (onRefused = resolve));
    await addWorker([], {
      onNotice: text => void (text.includes("will not take rows") && onRefused(text)),
    });
    await redis().command(
      "SET",
      redisKeys.announcement,
      JSON.stringify({ epoch: "new", run: "a later version's run" }),
    );
    await redis().command("SET", redisKeys.coordinator, "new");
    expect(await refused).toMatch(
      /will not take rows from a later version's run\. .*coordinator's version/,
    );
  });

  test("two share a run's rows, and a job that is given to both is taken once", async () => {
    const { work, begins, open, begun } = heldCalls(manyRows(60));
    const at = place();
    const [first, second] = [
      await addWorker([work], { capacity: 100 }),
      await addWorker([work], { capacity: 100 }),
    ];
    const run = await startRun(work, at);
    await begins(8);
    // As if whoever has them were dead: within seconds they are given out once more.
    const locks = (await redis().command("KEYS", `${redisKeys.rowsPrefix}:*:lock`))
      .split("\n")
      .filter(key => key !== "");
    expect(locks.length).toBeGreaterThan(0);
    await redis().command("DEL", ...locks);
    while ((await redis().command("KEYS", `${redisKeys.rowsPrefix}:*:lock`)) === "");
    open();
    await run.ended;
    await expectLocalResult(work, at.directory, manyRows(60, work.prompts));
    expect(new Set(begun).size).toBe(begun.length);
    await Promise.all([first.leave(), second.leave()]);
  });

  test("brings the replies of an earlier start to the coordinator before it asks for anything", async () => {
    const work = manyRows(30);
    // What a run in this process journaled stands for what a worker kept.
    const earlier = join(newFolder(), "run");
    await runLocally(work, earlier);
    const { "calls.jsonl": calls } = leftIn(earlier);
    const directory = newFolder();
    const at = place();
    const replies = join(directory, "replies", runKey(at.directory));
    mkdirSync(replies, { recursive: true });
    writeFileSync(join(replies, "replies-1.jsonl"), [...(calls as string[]), '{"torn'].join("\n"));
    const fresh = manyRows(30, work.prompts);
    await addWorker([fresh], { directory });
    await runOnQueue(fresh, at);
    expect(fresh.model.asked).toEqual([]);
    await expectLocalResult(work, at.directory);
  });
});
