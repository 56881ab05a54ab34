// A stranger at a queue's Redis, in a process of its own: writes forged, repeated and malformed things until it is told to stop.
// node --import tsx tests/bench/rogue-child.ts REDIS ENTRIES-A-SECOND
// What no signature can prevent stays out: deleting keys, emptying Redis, taking the coordinator's lease.

import { Redis } from "ioredis";
import { redisKeys } from "../../pipelines/queue/redis-keys.ts";

const [url = "", rate = "100"] = process.argv.slice(2);
const redis = new Redis(url);
const error = { type: "bug", name: "Error", message: "forged", stack: null };
const reply = { messages: "m", model: "m", finish: "stop", reply: "forged" };
const line = { stage: "s", prompt: "p", language: "en", ...reply };
const usage = { inputTokens: 1, outputTokens: 1 };
let written = 0;
const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());

/** What there is to forge from now. */
async function seen() {
  const [inAir] = await redis.keys(redisKeys.flights("*"));
  const [stream] = await redis.keys(redisKeys.toCoordinator("*"));
  const epoch = (await redis.get(redisKeys.coordinator)) ?? "none";
  const workers = await redis.smembers(redisKeys.workers);
  const beats = await Promise.all(workers.map(async worker => redis.get(redisKeys.worker(worker))));
  const sessions = beats.map(beat => (JSON.parse(beat ?? "{}") as { session?: string }).session);
  const keys = inAir ? await redis.hkeys(inAir) : [];
  return { inAir, stream, epoch, workers, sessions, keys };
}

type Seen = Awaited<ReturnType<typeof seen>>;
const random = (count: number) => Math.floor(Math.random() * Math.max(1, count));

const post = (stream: string, value: unknown) =>
  redis.xadd(stream, "*", "m", typeof value === "string" ? value : JSON.stringify(value));

/** Posts of an invented worker, or of one that is there. */
function messageOf({ epoch, keys }: Seen): unknown {
  const key = keys[random(keys.length)] ?? "nobody asked";
  const id = random(200);
  return [
    { type: "replied", line: { ...line, key, usage } },
    { type: "replied", line: { ...line, key: "nobody asked", usage } },
    { type: "failed", epoch, key, flight: random(2000), error },
    { type: "row", epoch, id, end: { value: [id, "parked"] } },
    { type: "row-broke", epoch, id, error },
    { type: "hello", epoch, inFlight: [], lastFlight: 1e9 },
    { type: "bye" },
    { type: "nonsense", __proto__: { x: 1 } },
    null,
  ][random(9)];
}

async function toCoordinator(now: Seen, stream: string): Promise<void> {
  const which = random(now.workers.length + 1);
  const head = {
    worker: now.workers[which] ?? "nobody",
    session: now.sessions[which] ?? "none",
    number: 1e9,
  };
  const signature = Math.random() < 0.5 ? { signature: "x".repeat(43) } : {};
  await post(stream, { ...signature, ...head, messages: [messageOf(now)] });
}

async function toWorker({ epoch, keys, workers, sessions }: Seen): Promise<void> {
  const which = random(workers.length);
  const key = keys[random(keys.length)] ?? "nobody asked";
  const id = random(2000);
  const message = [
    { type: "go", epoch, key, flight: 1e6 + written },
    { type: "kept", epoch, keys },
    { type: "refused", epoch, id, error },
    { type: "reply", epoch, id, earlier: false, reply: { text: "forged", finish: "stop", usage } },
  ][random(4)];
  const stream = redisKeys.toWorker(workers[which] ?? "nobody");
  await post(stream, { session: sessions[which], messages: [message] });
}

/** Says once more what somebody else has said. */
async function repeat(stream: string): Promise<void> {
  const [entry] = await redis.xrevrange(stream, "+", "-", "COUNT", 1);
  if (entry) await post(stream, entry[1][1] ?? "{");
}

async function job({ epoch }: Seen): Promise<void> {
  const id = `forged-${written}`;
  const bull = `${redisKeys.rowsPrefix}:${redisKeys.rows(epoch)}`;
  const rows = [{ id: 1, stage: "bench/stage-1", input: "row-1", fingerprint: "f", tables: [] }];
  const fields = { name: "rows", data: JSON.stringify({ rows }), opts: "{}", timestamp: "1" };
  await redis.hset(`${bull}:${id}`, fields);
  await redis.lpush(`${bull}:wait`, id);
}

async function announce({ epoch }: Seen): Promise<void> {
  const forged = { epoch, run: "forged", identity: {}, recipe: { value: {} } };
  await redis.set(redisKeys.announcement, Math.random() < 0.5 ? "{" : JSON.stringify(forged));
}

async function inTheAir({ inAir, epoch }: Seen): Promise<void> {
  if (inAir === undefined) return;
  await redis.hset(inAir, `forged-${written}`, JSON.stringify({ epoch, flight: 1 }));
}

async function one(now: Seen): Promise<void> {
  written++;
  const drawn = Math.random();
  if (now.stream !== undefined && drawn < 0.5) return toCoordinator(now, now.stream);
  if (now.stream !== undefined && drawn < 0.6) return repeat(now.stream);
  if (drawn < 0.8) return toWorker(now);
  if (drawn < 0.9) return inTheAir(now);
  return drawn < 0.97 ? job(now) : announce(now);
}

while (!stop.signal.aborted) {
  const now = await seen();
  await Promise.all(Array.from({ length: Math.ceil(Number(rate) / 10) }, () => one(now)));
  await new Promise(resolve => setTimeout(resolve, 100));
}
process.stdout.write(`${written}\n`);
process.exit(0);
