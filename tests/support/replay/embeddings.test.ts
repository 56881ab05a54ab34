// The replay server's vectors and ranks, and the server as the shell starts it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { recording, replays } from "./client.ts";

const start = replays();

const lengthOf = (vector: readonly number[]) => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));

test("an embedding has length 1, follows from its text alone, and is the same as floats and in base64", async () => {
  const { client, server } = await start();
  const floats = await client.embeddings.create({ model: "e1", input: ["Rome", "罗马", "Rome"], encoding_format: "float" });
  const packed = await client.embeddings.create({ model: "e1", input: "Rome" });
  const vectors = floats.data.map(({ embedding }) => embedding);
  expect(vectors.map(lengthOf)).toEqual([expect.closeTo(1, 5), expect.closeTo(1, 5), expect.closeTo(1, 5)]);
  expect(vectors[0]).toEqual(vectors[2]);
  expect(vectors[0]).not.toEqual(vectors[1]);
  expect(packed.data[0]?.embedding).toEqual(vectors[0]);
  // A token for every four bytes begun: 1 + 2 + 1, and 1.
  expect([floats.usage.prompt_tokens, server.stats().bill.embeddings.delivered.inputTokens]).toEqual([4, 5]);
});

test("fewer dimensions are the first of more, brought to length 1", async () => {
  const { client } = await start({ dimensions: 64 });
  const vectorOf = async (more: object) => (await client.embeddings.create({ model: "e1", input: "Rome", ...more })).data[0]!.embedding;
  const [long, short] = [await vectorOf({}), await vectorOf({ dimensions: 16 })];
  expect([long.length, short.length]).toEqual([64, 16]);
  const scale = lengthOf(long.slice(0, 16));
  short.forEach((value, place) => expect(value).toBeCloseTo(long[place]! / scale, 5));
});

test("an empty text is refused, as OpenAI does", async () => {
  const { client } = await start();
  await expect(client.embeddings.create({ model: "e1", input: ["Rome", ""] })).rejects.toThrow("400");
});

test("embeddings meet faults of the connection, and no bad replies", async () => {
  const { client } = await start({ faults: "empty=0.5,503=0.5", faultsPerQuestion: 9 });
  const outcomes = [];
  for (let text = 0; text < 12; text++)
    outcomes.push(
      await client.embeddings.create({ model: "e1", input: `text ${text}` }).then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    );
  expect(new Set(outcomes)).toEqual(new Set([200, 503]));
});

test("documents are ranked by the share of the query's words they have", async () => {
  const { server } = await start();
  const rerank = async (query: string, documents: string[], more = {}) => {
    const answer = await fetch(`${server.baseUrl}/rerank`, { method: "POST", body: JSON.stringify({ model: "r1", query, documents, ...more }) });
    return ((await answer.json()) as { results: { index: number; relevance_score: number }[] }).results;
  };
  expect(await rerank("red fox jumps", ["a dog", "The fox.", "Red fox"])).toEqual([
    { index: 2, relevance_score: 2 / 3 },
    { index: 1, relevance_score: 1 / 3 },
    { index: 0, relevance_score: 0 },
  ]);
  expect(await rerank("公司A", ["公园", "A公司"], { top_n: 1 })).toEqual([{ index: 1, relevance_score: 1 }]);
});

const shell = (...args: string[]) => spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "../replay-server.ts"), ...args], { stdio: ["ignore", "pipe", "pipe"] });

test("from the shell it says where it listens, and serves until it is stopped", async () => {
  const child = shell("--calls", recording(), "--no-schema", "--latency", "fixed:1");
  const { value } = (await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()) as { value: string };
  const url = /^listening (http:\/\/127\.0\.0\.1:\d+\/v1)$/.exec(value)?.[1] ?? "";
  const stats = (await (await fetch(url.replace("/v1", "/stats?requests"))).json()) as object;
  expect(stats).toMatchObject({ requests: { total: 0 }, requestRows: [] });
  child.kill("SIGTERM");
  await once(child, "close");
});

test("wrong use from the shell says what is wrong and ends with 2", async () => {
  const child = shell("--faults", "flood=1");
  const [[told], [code]] = (await Promise.all([once(child.stderr, "data"), once(child, "close")])) as [[Buffer], [number]];
  expect([code, told.toString()]).toEqual([2, expect.stringContaining('"flood=1" is no fault')]);
});
