// Batches from submission to reply: what is sent, used, waited out and asked for again, and what a stop, a hand or trouble at the provider changes.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { freshFolder } from "../../support/folder.ts";
import {
  barren,
  createProvider,
  type Fate,
  failing,
  halfExpired,
  lapsed,
  queueFull,
  replyTo,
} from "./provider.ts";
import { createTime, keyOf, place, runOver } from "./runs.ts";

const folder = freshFolder();
const countries = ["Chad", "France", "Peru", "Spain"];
const replies = countries.map(country => `reply to ${keyOf(country)}`);
const batch = () => folder("batch");
const read = (name: string) => readFileSync(join(batch(), name), "utf8");
const requestFiles = () => readdirSync(batch()).filter(name => name.startsWith("requests"));

test("what a pass parks is submitted, waited for, fetched, and used by the next pass", async () => {
  const provider = createProvider({ status: "completed", looks: 3 });
  const {
    outcomes,
    waitingFiles: waiting,
    passes,
    progress,
  } = await runOver({
    folder: batch(),
    provider,
    countries,
  });
  expect([outcomes, waiting, passes]).toEqual([replies, [], 2]);
  expect(provider.made.map(({ keys }) => keys)).toEqual([countries.map(keyOf).sort()]);
  expect(progress.map(({ status }) => status)).toEqual(["in_progress", "completed"]);
  expect(readdirSync(batch()).sort()).toEqual([
    "index-1.tsv",
    "jobs.jsonl",
    "requests-1.jsonl",
    "responses-1.jsonl",
  ]);
});

test("a run that is through asks nobody anything when it is run again", async () => {
  await runOver({ folder: batch(), provider: createProvider(), countries });
  const provider = createProvider();
  const { outcomes } = await runOver({ folder: batch(), provider, countries });
  expect([outcomes, provider.steps]).toEqual([replies, []]);
});

test("each endpoint gets files of its own", async () => {
  const one = createProvider();
  const two = createProvider();
  const { outcomes } = await runOver({
    folder: batch(),
    provider: one,
    countries,
    endpointOf: country => (country < "G" ? place : "https://two/v1"),
    more: { serviceOf: endpoint => (endpoint === place ? one : two).service },
  });
  expect(outcomes).toEqual(replies);
  expect([one, two].map(({ made }) => made.flatMap(({ keys }) => keys).length)).toEqual([2, 2]);
});

test("the done part of an expired batch is used, and only the rest is asked for again", async () => {
  const provider = createProvider(halfExpired);
  const { outcomes } = await runOver({ folder: batch(), provider, countries });
  expect(outcomes).toEqual(replies);
  expect(provider.made.map(({ keys }) => keys.length)).toEqual([4, 2]);
});

test("a request of which an ended batch says nothing is asked for again", async () => {
  const provider = createProvider({
    status: "cancelled",
    line: (key, index) => (index < 3 ? replyTo(key) : null),
  });
  const { outcomes } = await runOver({ folder: batch(), provider, countries });
  expect(outcomes).toEqual(replies);
  expect(provider.made.map(({ keys }) => keys.length)).toEqual([4, 1]);
  expect(JSON.parse(read("responses-1-missing.jsonl"))).toMatchObject({
    response: null,
    error: { code: "batch_cancelled" },
  });
});

test("a refused request fails its row alone; one that failed at the server is asked for again", async () => {
  const provider = createProvider({
    status: "completed",
    line: (key, index) =>
      index === 0 ? failing(key, 400) : index === 1 ? failing(key, 500) : replyTo(key),
  });
  const { outcomes } = await runOver({ folder: batch(), provider, countries });
  expect(provider.made.map(({ keys }) => keys.length)).toEqual([4, 1]);
  expect(outcomes.toSorted()).toEqual([
    "bad-request",
    ...countries
      .map(keyOf)
      .sort()
      .slice(1)
      .map(key => `reply to ${key}`),
  ]);
});

test("a request that fails in every batch ends as a failed row, not as a run without end", async () => {
  const provider = createProvider(
    ...Array.from(
      { length: 9 },
      (): Fate => ({ status: "completed", line: key => failing(key, 500) }),
    ),
  );
  const { outcomes } = await runOver({ folder: batch(), provider, countries: ["France"] });
  expect([outcomes, provider.made.length]).toEqual([["unavailable"], 3]);
});

test("a line that is not a reply costs its row another request, and stands aside for people to see", async () => {
  const provider = createProvider({
    status: "completed",
    line: (key, index) =>
      index === 2
        ? { custom_id: key, response: { status_code: 200, body: "<html>" }, error: null }
        : replyTo(key),
  });
  const { outcomes } = await runOver({ folder: batch(), provider, countries });
  expect([outcomes, provider.made.map(({ keys }) => keys.length)]).toEqual([replies, [4, 1]]);
  expect(read("responses-1-unusable.txt")).toContain("<html>");
});

test("a stop while waiting ends the run as waiting, and the next run looks at its batches first", async () => {
  const provider = createProvider({ status: "completed", looks: 1 });
  const time = createTime();
  const stop = new AbortController();
  time.onSleep = () => stop.abort(new PipelineError("interrupted", "Stopped.", { hint: "" }));
  const stopped = await runOver({
    folder: batch(),
    provider,
    countries,
    time,
    signal: stop.signal,
  });
  expect(stopped.waitingFiles).toMatchObject([
    { requests: 4, batch: { file: "requests-1.jsonl", endpoint: place, id: "batch_1" } },
  ]);
  const { outcomes, passes } = await runOver({ folder: batch(), provider, countries });
  expect([outcomes, passes, provider.made.length]).toEqual([replies, 2, 1]);
});

test("a stop that came during the pass submits nothing more", async () => {
  const provider = createProvider();
  const { waitingFiles: waiting } = await runOver({
    folder: batch(),
    provider,
    countries,
    signal: AbortSignal.abort(new Error("stop")),
  });
  expect([waiting, provider.steps]).toEqual([[], []]);
});

test("only what a budget admits is submitted, the rest when there is room again; what came to nothing is released", async () => {
  const provider = createProvider({
    status: "expired",
    line: (key, index) => (index === 0 ? replyTo(key) : lapsed(key)),
  });
  const released: string[] = [];
  const more = {
    admit: async (open: readonly unknown[]) => Math.min(2, open.length),
    release: async (keys: readonly string[]) => void released.push(...keys),
  };
  const { outcomes } = await runOver({ folder: batch(), provider, countries, more });
  const keys = countries.map(keyOf).sort();
  expect(outcomes).toEqual(replies);
  expect(provider.made.map(({ keys: asked }) => asked)).toEqual([
    keys.slice(0, 2),
    [keys[1], keys[2]],
    keys.slice(3),
  ]);
  expect(released).toEqual([keys[1]]);
});

test("files that a person carries are waited for by nobody, and named", async () => {
  const provider = createProvider();
  const { waitingFiles: waiting, outcomes } = await runOver({
    folder: batch(),
    provider,
    countries,
    endpointOf: country => (country === "Peru" ? null : place),
  });
  expect(waiting).toEqual([{ file: join(batch(), "requests-1.jsonl"), requests: 1, batch: null }]);
  expect(outcomes.filter(outcome => outcome === "parked").length).toBe(1);
  expect(provider.made.map(({ keys }) => keys.length)).toEqual([3]);
});

test("who deletes a file of requests gives its batch up, and its requests are asked for again", async () => {
  const provider = createProvider({ status: "completed", looks: 1e9 });
  const time = createTime();
  const stop = new AbortController();
  time.onSleep = () => stop.abort(new Error("stop"));
  await runOver({ folder: batch(), provider, countries, time, signal: stop.signal });
  rmSync(join(batch(), "requests-1.jsonl"));
  const { outcomes } = await runOver({ folder: batch(), provider, countries });
  expect([outcomes, provider.made.length, requestFiles()]).toEqual([
    replies,
    2,
    ["requests-2.jsonl"],
  ]);
});

test("who deletes a reply of an ended batch has its request asked for again", async () => {
  const provider = createProvider();
  await runOver({ folder: batch(), provider, countries });
  writeFileSync(
    join(batch(), "responses-1.jsonl"),
    read("responses-1.jsonl").split("\n").slice(1).join("\n"),
  );
  const { outcomes } = await runOver({ folder: batch(), provider, countries });
  expect([outcomes, provider.made.map(({ keys }) => keys.length)]).toEqual([replies, [4, 1]]);
});

test("thousands of requests in several files all come back", async () => {
  const many = Array.from({ length: 3000 }, (_, index) => `country ${index}`);
  const provider = createProvider();
  const { outcomes } = await runOver({
    folder: batch(),
    provider,
    countries: many,
    limits: { requests: 1000, bytes: 1e9 },
  });
  expect(outcomes).toEqual(many.map(country => `reply to ${keyOf(country)}`));
  expect(provider.made.length).toBe(3);
});

test("three batches in a row with nothing done stop the run with advice; the same command tries again", async () => {
  const provider = createProvider(barren, barren, barren);
  const told = { folder: batch(), provider, countries };
  await expect(runOver(told)).rejects.toMatchObject({
    code: "provider",
    message: expect.stringContaining("3 batches in a row"),
    hint: expect.stringContaining("online"),
  });
  expect(provider.made.length).toBe(3);
  expect((await runOver(told)).outcomes).toEqual(replies);
});

test("a batch that is refused whole stops the run with the provider's reason and line; the same command submits the file again", async () => {
  const provider = createProvider({
    status: "failed",
    problems: [{ code: "invalid", message: "No such model.", line: 2 }],
  });
  const told = { folder: batch(), provider, countries };
  await expect(runOver(told)).rejects.toMatchObject({
    code: "provider",
    message: expect.stringMatching(/requests-1\.jsonl.*batch_1.*line 2: No such model\./),
  });
  const { outcomes } = await runOver(told);
  expect([outcomes, provider.made.length, requestFiles()]).toEqual([
    replies,
    2,
    ["requests-1.jsonl"],
  ]);
});

test("a file that finds the account's queue full is submitted again after a while", async () => {
  const provider = createProvider(queueFull, queueFull);
  const time = createTime();
  const begun = time.now();
  const { outcomes, progress } = await runOver({ folder: batch(), provider, countries, time });
  expect([outcomes, provider.made.length]).toEqual([replies, 3]);
  expect(time.now() - begun).toBeGreaterThan(3 * 30_000);
  expect(progress.map(({ status }) => status)).toContain("waits for room in the account's queue");
});

test("a file that never finds room stops the run with advice", async () => {
  const provider = createProvider(...Array.from({ length: 60 }, () => queueFull));
  await expect(runOver({ folder: batch(), provider, countries })).rejects.toMatchObject({
    code: "provider",
    message: expect.stringContaining("no room for requests-1.jsonl"),
  });
});

test("an hour without network is waited out, and told once", async () => {
  const provider = createProvider({ status: "completed", looks: 2 });
  const time = createTime();
  const up = time.now() + 3_600_000;
  provider.strike = step => {
    if (step !== "upload" && time.now() < up)
      throw new RetryableError("unavailable", "unplugged", { maybeBilled: false });
  };
  const { outcomes, progress } = await runOver({ folder: batch(), provider, countries, time });
  expect(outcomes).toEqual(replies);
  expect(progress.filter(({ problem }) => problem === "unplugged").length).toBe(1);
});

test("a batch under way for more than its day is told as late, and waited for", async () => {
  const provider = createProvider({ status: "completed", looks: 400 });
  const { outcomes, progress } = await runOver({ folder: batch(), provider, countries });
  expect(outcomes).toEqual(replies);
  expect(progress.map(({ status, late }) => [status, late])).toEqual([
    ["in_progress", false],
    ["in_progress", true],
    ["completed", false],
  ]);
});
