// A coordinator's run comes to its end, or stops with a clear word and goes on later, whatever becomes of workers, itself and Redis.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PipelineError } from "../../pipelines/engine/errors.ts";
import { redisKeys, runKey } from "../../pipelines/queue/redis-keys.ts";
import { allKinds, manyRows } from "../contracts/executor-work.ts";
import { heldCalls } from "../contracts/held-model.ts";
import { runOnQueue, startRun, type StartedRun, workersOverRedis } from "../support/queue-fleet.ts";
import { describeWithRedis } from "../support/redis.ts";
import { expectLocalResult } from "./local-comparison.ts";

const interrupted = () => new PipelineError("interrupted", "Stopped.", { hint: "Type it again." });

/** The stream of posts about a run. */
const postsOf = ({ directory }: { readonly directory: string }) =>
  redisKeys.toCoordinator(runKey(directory));

describeWithRedis("a coordinator", () => {
  const { redis, place, addWorker } = workersOverRedis();
  const keys = async () =>
    (await redis().command("KEYS", "*"))
      .split("\n")
      .filter(key => key !== "")
      .sort();
  /** A run of thirty rows whose first eight calls have begun and wait. */
  const midRun = async (
    at = place(),
    worker: Parameters<typeof addWorker>[1] = {},
    signal?: AbortSignal,
  ) => {
    const { work, begins, open, begun } = heldCalls(manyRows(30));
    await addWorker([work], worker);
    const run = await startRun(work, at, signal ? { signal } : {});
    await begins(8);
    return { work, open, begun, at, run };
  };
  const commandsUntil = async (isTrue: () => Promise<boolean>) => {
    while (!(await isTrue()));
  };

  test("leaves nothing in Redis when it and its workers have ended", async () => {
    const work = allKinds();
    const worker = await addWorker([work]);
    const at = place();
    await runOnQueue(work, at);
    await worker.leave();
    // BullMQ's note of when it looked for dead workers goes by itself; a farewell and last posts wait for the run's next start.
    const left = (await keys()).filter(key => !key.endsWith(":stalled-check"));
    expect(left.filter(key => key !== postsOf(at))).toEqual([]);
  });

  test("waits for a worker that comes late, and tells it also what is long to tell", async () => {
    const work = manyRows(30);
    const at = place({ recipe: { texts: "long ".repeat(100_000) } });
    const run = await startRun(work, at);
    expect(Number(await redis().command("STRLEN", redisKeys.announcement))).toBeLessThan(16_384);
    await commandsUntil(async () => (await keys()).some(key => key.endsWith(":wait")));
    await addWorker([work]);
    await run.ended;
    await expectLocalResult(work, at.directory);
  });

  test("stops at once when no worker is there", async () => {
    const stop = new AbortController();
    const run = await startRun(manyRows(30), place(), { signal: stop.signal });
    await commandsUntil(async () => (await keys()).some(key => key.endsWith(":wait")));
    stop.abort(interrupted());
    await expect(run.ended).rejects.toMatchObject({ code: "interrupted" });
    expect(await keys()).toEqual([]);
  });

  test("takes back the rows that wait when it is stopped, and lets those in hand end", async () => {
    const stop = new AbortController();
    // One job of eight rows is taken; eight of its calls fit within the limits.
    const { work, open, begun, at, run } = await midRun(place(), { capacity: 1 }, stop.signal);
    stop.abort(interrupted());
    open();
    await expect(run.ended).rejects.toMatchObject({ code: "interrupted" });
    expect(begun.length).toBeLessThanOrEqual(24);
    await runOnQueue(work, at);
    await expectLocalResult(work, at.directory);
    expect(new Set(begun).size).toBe(begun.length);
  });

  test("started again uses the replies to the calls of before, and asks for none of them again", async () => {
    const { work, open, begun, at, run: first } = await midRun();
    await first.crash();
    const second = await startRun(work, at);
    open();
    await second.ended;
    await expectLocalResult(work, at.directory);
    expect(begun.length).toBe(90);
  });

  test("uses replies that came while there was none", async () => {
    const { work, open, begun, at, run: first } = await midRun();
    await first.crash();
    open();
    await commandsUntil(async () => Number(await redis().command("XLEN", postsOf(at))) > 0);
    await runOnQueue(work, at);
    await expectLocalResult(work, at.directory);
    expect(begun.length).toBe(90);
  });

  test("tells of a worker that differs, and goes on with one that does not", async () => {
    const work = manyRows(30);
    const notices: string[] = [];
    const workerNotices: string[] = [];
    let onFirstNotice: () => void = () => undefined;
    const refused = new Promise<void>(resolve => (onFirstNotice = resolve));
    await addWorker([work], { version: "0.9", onNotice: text => workerNotices.push(text) });
    const at = place({
      onNotice: text => {
        notices.push(text);
        onFirstNotice();
      },
    });
    const run = await startRun(work, at);
    await refused;
    expect(notices).toEqual([
      expect.stringMatching(
        /will not take rows from this run: This worker differs .*ragwright: 0\.9 here, 1 there/,
      ),
    ]);
    expect(workerNotices.at(-1)).toContain("will not take rows");
    await addWorker([work]);
    await run.ended;
    await expectLocalResult(work, at.directory);
  });

  test("drops what strangers post, says so, and makes the same rows; a start again is not stopped by it either", async () => {
    const { work, open, begun, at, run: first } = await midRun();
    const post = (value: object) =>
      redis().command("XADD", postsOf(at), "*", "m", JSON.stringify(value));
    const rogue = async () => {
      await post({
        worker: "evil",
        session: "x",
        number: 1,
        messages: [{ type: "nonsense" }, null, 7],
      });
      await post({
        worker: "evil",
        session: "x",
        messages: [{ type: "replied", line: { key: "forged" } }],
      });
      await post({ worker: "evil", messages: "none" });
    };
    await rogue();
    await first.crash();
    await rogue();
    const second = await startRun(work, at);
    open();
    await second.ended;
    await expectLocalResult(work, at.directory);
    expect(begun.length).toBe(90);
    expect(readFileSync(join(at.directory, "calls.jsonl"), "utf8")).not.toContain("forged");
  });

  test("says so when Redis was emptied, and the next run goes on", async () => {
    const { work, open, begun, at, run } = await midRun();
    await redis().command("FLUSHALL");
    await expect(run.ended).rejects.toMatchObject({ name: "PipelineError", code: "queue" });
    open();
    await runOnQueue(work, at);
    await expectLocalResult(work, at.directory);
    expect(new Set(begun).size).toBe(begun.length);
  });

  test("goes on after Redis was killed and started again", async () => {
    const { work, open, begun, at, run } = await midRun();
    await redis().restart();
    open();
    await run.ended;
    await expectLocalResult(work, at.directory);
    expect(new Set(begun).size).toBe(begun.length);
  }, 90_000);

  test("gives Redis up after its patience, and says what to do", async () => {
    const at = place({ patience: 1500 });
    const { work, open, run } = await midRun(at, { patience: 60_000 });
    await redis().kill();
    await expect(run.ended).rejects.toMatchObject({
      code: "queue",
      message: expect.stringContaining("has not answered for") as string,
    });
    await redis().restart();
    open();
    await runOnQueue(work, at);
    await expectLocalResult(work, at.directory);
  }, 90_000);

  test("ends when another run has taken its lease", async () => {
    const { open, run } = await midRun();
    // In the order of a coordinator that comes: until it is announced, the one before puts its own announcement back.
    await redis().command("SET", redisKeys.coordinator, "other");
    await redis().command(
      "SET",
      redisKeys.announcement,
      JSON.stringify({ epoch: "other", run: "another run", identity: {}, recipe: {} }),
    );
    // The worker that was its own goes to the other at once, or tries to.
    await expect(run.ended).rejects.toMatchObject({
      code: "queue",
      message: expect.stringContaining("another run") as string,
    });
    expect(await redis().command("GET", redisKeys.coordinator)).toBe("other");
    expect(await redis().command("GET", redisKeys.announcement)).toContain("another run");
    open();
  });

  test("leaves a queue alone that another run uses: of two that start at one time one has it", async () => {
    const places = [place(), place()];
    const work = manyRows(30);
    const started = await Promise.allSettled(places.map(at => startRun(work, at)));
    const holder = started.findIndex(({ status }) => status === "fulfilled");
    expect(started[1 - holder]).toMatchObject({
      reason: {
        code: "locked",
        message: expect.stringContaining(places[holder]!.directory) as string,
      },
    });
    await addWorker([work]);
    await (started[holder] as PromiseFulfilledResult<StartedRun>).value.ended;
    await expectLocalResult(work, places[holder]!.directory);
  }, 90_000);

  test("says so where another program has its keys", async () => {
    await redis().command("RPUSH", redisKeys.epochs, "of another program");
    await expect(runOnQueue(manyRows(30), place())).rejects.toMatchObject({
      code: "queue",
      hint: expect.stringContaining("another database") as string,
    });
  });

  test("passes over posts that are none, or older than it, and clears what an earlier run left", async () => {
    const work = manyRows(30);
    const head = { worker: "gone", session: "s", number: 1 };
    const row = { type: "row", epoch: "old", id: 1, end: { value: [1, "parked"] } };
    const at = place();
    const posts = [
      { ...head, messages: [row, { ...row, type: "row-broke", error: {} }] },
      {
        ...head,
        messages: [
          { type: "failed", epoch: "old", key: "k", flight: 1, error: {} },
          { type: "bye" },
        ],
      },
    ];
    for (const post of posts)
      await redis().command("XADD", postsOf(at), "*", "m", JSON.stringify(post));
    await redis().command("XADD", postsOf(at), "*", "rubbish", "{");
    await redis().command("XADD", postsOf(at), "*", "m", '{"worker":"gone","messages":{}}');
    await redis().command(
      "HSET",
      redisKeys.flights(runKey(at.directory)),
      "k",
      '{"call":{"key":"k"}}',
      "l",
      "rubbish",
    );
    await redis().command("SADD", redisKeys.blobs, "0".repeat(64));
    await redis().command("SET", redisKeys.blob("0".repeat(64)), "left behind");
    await redis().command("HSET", redisKeys.tables, "toy/words 0123", '["0"]');
    await redis().command("SADD", redisKeys.epochs, "old");
    await redis().command(
      "LPUSH",
      `${redisKeys.rowsPrefix}:${redisKeys.rows("old")}:wait`,
      "old-1",
    );
    const worker = await addWorker([work]);
    await runOnQueue(work, at);
    await expectLocalResult(work, at.directory);
    await worker.leave();
    expect(
      (await keys()).filter(key => !key.endsWith(":stalled-check") && key !== postsOf(at)),
    ).toEqual([]);
  });
});
