// What a provider may do to batches: what is waited out, what is tried again, and what stops a run with advice.

import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { freshFolder } from "../../support/folder.ts";
import { barren, createProvider, queueFull } from "./provider.ts";
import { createTime, keyOf, runOver } from "./runs.ts";

const folder = freshFolder();
const countries = ["Chad", "France", "Peru", "Spain"];
const replies = countries.map(country => `reply to ${keyOf(country)}`);
const batch = () => folder("batch");
const requestFiles = () => readdirSync(batch()).filter(name => name.startsWith("requests"));

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
