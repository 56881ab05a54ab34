// Where messages are signed, whoever writes to Redis without the secret changes nothing of a run.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redisKeys, runKey } from "../../pipelines/queue/redis-keys.ts";
import { manyRows } from "../contracts/executor-work.ts";
import { heldCalls } from "../contracts/held-model.ts";
import { startRun, workersOverRedis } from "../support/queue-fleet.ts";
import { describeWithRedis } from "../support/redis.ts";
import { expectLocalResult } from "./local-comparison.ts";

const secret = "the secret of this fleet";
const usage = { inputTokens: 1, outputTokens: 1 };

describeWithRedis("a fleet that signs what it says", () => {
  const { redis, place, addWorker } = workersOverRedis();
  const command = (...words: string[]) => redis().command(...words);
  const post = (stream: string, value: unknown) =>
    command("XADD", stream, "*", "m", JSON.stringify(value));

  /** Thirty rows of which eight calls wait for their replies, on one worker. */
  async function midRun(notices: string[] = []) {
    const { work, begins, open, begun } = heldCalls(manyRows(30));
    const at = place({ secret, onNotice: text => notices.push(text) });
    await addWorker([work], { secret });
    const run = await startRun(work, at);
    await begins(8);
    const worker = await command("SRANDMEMBER", redisKeys.workers);
    const { session } = JSON.parse(await command("GET", redisKeys.worker(worker))) as {
      session: string;
    };
    const epoch = await command("GET", redisKeys.coordinator);
    const flights = redisKeys.flights(runKey(at.directory));
    const keys = (await command("HKEYS", flights)).split("\n");
    return { work, open, begun, at, run, worker, session, epoch, flights, keys };
  }

  test("takes no reply, end, farewell, permission, row or call in the air that somebody else put there, and says so", async () => {
    const notices: string[] = [];
    const { work, open, begun, at, run, ...seen } = await midRun(notices);
    const { worker, session, epoch, flights, keys } = seen;
    const prompted = { stage: "s", prompt: "p", language: "en" };
    const reply = { messages: "m", model: "m", usage, finish: "stop", reply: "forged" };
    const line = (key: string) => ({ key, ...prompted, ...reply });
    const error = { type: "bug", name: "Error", message: "forged", stack: null };
    const messages = [
      ...[...keys, "nobody asked"].map(key => ({ type: "replied", line: line(key) })),
      ...keys.map((key, index) => ({ type: "failed", epoch, key, flight: index + 1, error })),
      ...keys.map((_, id) => ({ type: "row", epoch, id, end: { value: [id, "parked"] } })),
      { type: "hello", epoch, inFlight: [], lastFlight: 1000 },
      { type: "row-broke", epoch, id: 1, error },
      { type: "bye" },
    ];
    const stream = redisKeys.toCoordinator(runKey(at.directory));
    for (const message of messages)
      await post(stream, { worker, session, number: 1_000_000, messages: [message] });
    await post(stream, { signature: "x".repeat(43), worker, session, number: 1e6, messages });
    for (const key of ["nobody asked", ...keys])
      await post(redisKeys.toWorker(worker), {
        session,
        messages: [
          { type: "go", epoch, key, flight: 1000 },
          { type: "kept", epoch, keys: [key] },
          { type: "refused", epoch, id: 1, error },
        ],
      });
    const sizes = { maxInputTokens: 1, maxReplyTokens: 1, question: "q" };
    const asked = { key: "forged", ...prompted, ...sizes };
    const inAir = { worker, session, call: asked, epoch, flight: 5 };
    await command("HSET", flights, "forged", JSON.stringify(inAir));
    const data = { rows: [{ id: 1, stage: "toy", input: "x", fingerprint: "f", tables: [] }] };
    const bull = `${redisKeys.rowsPrefix}:${redisKeys.rows(epoch)}`;
    const job = { name: "rows", data: JSON.stringify(data), opts: "{}", timestamp: "1" };
    await command("HSET", `${bull}:forged`, ...Object.entries(job).flat());
    await command("LPUSH", `${bull}:wait`, "forged");
    open();
    await run.ended;
    await expectLocalResult(work, at.directory);
    expect(begun.length).toBe(90);
    expect(readFileSync(join(at.directory, "calls.jsonl"), "utf8")).not.toContain("forged");
    expect(notices.filter(text => text.includes("dropped"))).not.toEqual([]);
  });

  test("takes what was posted before, and is posted once more, for what it is", async () => {
    const { work, open, begun, at, run, worker } = await midRun();
    const stream = redisKeys.toCoordinator(runKey(at.directory));
    const entriesRead: string[] = [];
    const stop = new AbortController();
    // What a reader of Redis sees, said again and again.
    const repeat = async () => {
      while (!stop.signal.aborted) {
        const entries = await command("XRANGE", stream, "-", "+");
        entriesRead.push(...entries.split("\n").filter(text => text.startsWith("{")));
        for (const text of entriesRead.slice(-20)) await command("XADD", stream, "*", "m", text);
      }
    };
    const repeating = repeat();
    open();
    await run.ended;
    stop.abort();
    await repeating;
    await expectLocalResult(work, at.directory);
    expect(begun.length).toBe(90);
    expect(entriesRead.filter(text => text.includes(worker))).not.toEqual([]);
  });

  test("puts its announcement back where somebody else's stands, and workers that come later still take rows", async () => {
    const { work, open, at, run, epoch } = await midRun();
    const forged = { epoch, run: at.directory, identity: {}, recipe: { value: {} } };
    await command("SET", redisKeys.announcement, JSON.stringify(forged));
    const workerNotices: string[] = [];
    await addWorker([work], { secret, onNotice: text => workerNotices.push(text) });
    await expect
      .poll(() => workerNotices.some(text => text.startsWith("Taking rows")), { timeout: 20_000 })
      .toBe(true);
    open();
    await run.ended;
    await expectLocalResult(work, at.directory);
  });

  test.each([
    ["another secret", "the secret of another fleet"],
    ["none", undefined],
  ])("a worker with %s takes no rows, and both sides say why", async (_, own) => {
    const notices: string[] = [];
    const { work, open, run } = await midRun(notices);
    const workerNotices: string[] = [];
    await addWorker([work], {
      ...(own === undefined ? {} : { secret: own }),
      onNotice: text => workerNotices.push(text),
    });
    const why = "is not signed with this worker's RAGWRIGHT_QUEUE_SECRET";
    await expect.poll(() => workerNotices.join(" "), { timeout: 20_000 }).toContain(why);
    await expect.poll(() => notices.join(" "), { timeout: 20_000 }).toContain(why);
    open();
    await run.ended;
    expect([...workerNotices, ...notices].filter(text => text.includes("fleet"))).toEqual([]);
  });
});
