// A run that dies at any step of its batches: what was submitted is never submitted again, and no reply is lost.

import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JobsFile } from "../../../pipelines/llm/batch/jobs-file.ts";
import { PipelineError } from "../../../pipelines/engine/errors.ts";
import { RetryableError } from "../../../pipelines/llm/limits/retry.ts";
import { freshFolder } from "../../support/folder.ts";
import {
  barren,
  createProvider,
  failing,
  halfExpired,
  Killed,
  type Provider,
  replyTo,
} from "./provider.ts";
import { createTime, keyOf, runOver } from "./runs.ts";

const folder = freshFolder();
const countries = ["Chad", "France", "Mali", "Peru", "Spain"];
const replies = countries.map(country => `reply to ${keyOf(country)}`);
const limits = { requests: 3, bytes: 1e6 };
const journal = (directory: string) => join(directory, "jobs.jsonl");

/** Dies at each of these steps, counted over all runs, and is started again each time. */
async function survive(
  directory: string,
  deaths: ReadonlySet<number>,
  fates = [halfExpired, halfExpired],
) {
  const provider = createProvider(...fates);
  const time = createTime();
  let step = 0;
  const strike = () => {
    if (deaths.has(step++)) throw new Killed();
  };
  provider.strike = strike;
  for (let lives = 0; lives <= deaths.size; lives++) {
    try {
      return {
        ...(await runOver({
          folder: directory,
          provider,
          countries,
          limits,
          time,
          strikeJournal: strike,
        })),
        provider,
        steps: step,
      };
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
  throw new Error("it died more often than it was killed");
}

/** How often each request was worked on and answered. */
function timesDone({ made }: Provider): number[] {
  const done = made.flatMap(({ keys, fate }) =>
    keys.filter((key, index) =>
      JSON.stringify((fate.line ?? replyTo)(key, index)).includes('"status_code":200'),
    ),
  );
  return countries.map(country => done.filter(key => key === keyOf(country)).length);
}

const once = countries.map(() => 1);

test("killed at any one step, a run ends with every reply, each paid for once", async () => {
  const { steps, provider: undisturbed } = await survive(folder("undisturbed"), new Set());
  expect([steps > 30, timesDone(undisturbed)]).toEqual([true, once]);
  for (let death = 0; death < steps; death++) {
    const { outcomes, provider } = await survive(folder(`death-${death}`), new Set([death]));
    const hashes = new Set(provider.made.map(({ hash }) => hash));
    expect([death, outcomes, timesDone(provider), hashes.size]).toEqual([
      death,
      replies,
      once,
      provider.made.length,
    ]);
  }
});

test("killed at every few steps, a run still ends with every reply, each paid for once", async () => {
  for (const stride of [3, 5]) {
    const deaths = new Set(Array.from({ length: 20 }, (_, index) => 3 + index * stride));
    const { outcomes, provider } = await survive(folder(`stride-${stride}`), deaths);
    expect([stride, outcomes, timesDone(provider)]).toEqual([stride, replies, once]);
  }
});

test("a batch whose creation was not heard of is found in the provider's list, once it can be there", async () => {
  const provider = createProvider();
  const time = createTime();
  const begun = time.now();
  const listed: number[] = [];
  let lost = false;
  provider.strike = step => {
    if (step === "created" && !lost) {
      lost = true;
      throw new RetryableError("timeout", "nothing came", { maybeBilled: true });
    }
    if (step === "list") listed.push(time.now() - begun);
  };
  const { outcomes } = await runOver({ folder: folder("run"), provider, countries, time });
  expect([outcomes, provider.made.length, listed.length]).toEqual([replies, 1, 1]);
  expect(listed[0]).toBeGreaterThanOrEqual(60_000);
});

test("a creation that was refused is tried again without a look at the list", async () => {
  const provider = createProvider();
  let refused = 0;
  provider.strike = step => {
    if (step === "create" && refused++ < 2) throw new RetryableError("rate-limited", "too many");
  };
  const { outcomes } = await runOver({ folder: folder("run"), provider, countries });
  expect([outcomes, provider.made.length, provider.steps.includes("list")]).toEqual([
    replies,
    1,
    false,
  ]);
});

test("where the list cannot be read, nothing is submitted on a guess", async () => {
  const provider = createProvider();
  provider.strike = step => {
    if (step === "created") throw new Killed();
    if (step === "list") throw new PipelineError("provider", "there is no list here", { hint: "" });
  };
  const told = { folder: folder("run"), provider, countries, time: createTime() };
  await expect(runOver(told)).rejects.toThrow(Killed);
  await expect(runOver(told)).rejects.toMatchObject({
    code: "provider",
    message: expect.stringMatching(/requests-1\.jsonl was submitted .*there is no list here/),
    hint: expect.stringContaining("delete"),
  });
  expect(provider.made.length).toBe(1);
});

/** Dies as it is about to create its batch of this number, and runs on. */
async function dieAtCreate(number: number, provider: Provider, directory: string) {
  const told = { folder: directory, provider, countries, time: createTime() };
  const before = provider.steps.filter(step => step === "create").length;
  provider.strike = step => {
    if (
      step === "create" &&
      provider.steps.filter(other => other === "create").length === before + number
    )
      throw new Killed();
  };
  await expect(runOver(told)).rejects.toThrow(Killed);
  provider.strike = () => undefined;
  return runOver(told);
}

const filesOf = (directory: string) =>
  readdirSync(directory).filter(name => name.startsWith("requests"));

test("an earlier batch of the same run and the same requests is not taken for the one that is looked for", async () => {
  const provider = createProvider({ status: "completed", line: key => failing(key, 500) });
  const directory = folder("run");
  const { outcomes } = await dieAtCreate(2, provider, directory);
  expect([outcomes, provider.made.length, filesOf(directory).length]).toEqual([replies, 2, 2]);
  expect(provider.made[1]?.hash).toBe(provider.made[0]?.hash);
});

test("another run's batch of the same requests that came to nothing is not taken over", async () => {
  const provider = createProvider(barren);
  await runOver({
    folder: folder("other"),
    provider,
    countries,
    more: { admit: async open => (provider.made.length === 0 ? open.length : 0) },
  });
  const { outcomes } = await dieAtCreate(1, provider, folder("run"));
  expect([outcomes, provider.made.length, filesOf(folder("run")).length]).toEqual([replies, 2, 1]);
});

test("requests that went into a later file are not released for an earlier one", async () => {
  const provider = createProvider({ status: "expired", line: () => null });
  const directory = folder("run");
  const released: (readonly string[])[] = [];
  const more = { release: async (keys: readonly string[]) => void released.push(keys) };
  const time = createTime();
  await runOver({ folder: directory, provider, countries: ["France"], more, time });
  const ended = readFileSync(journal(directory), "utf8")
    .split("\n")
    .filter(line => !line.includes('"ended"'));
  writeFileSync(journal(directory), ended.join("\n"));
  await runOver({ folder: directory, provider, countries: ["France"], more, time });
  expect(released).toEqual([[keyOf("France")], [], [], []]);
});

test("half a line at the journal's end is cut off; any other line that does not fit stops with its place", async () => {
  const directory = folder("run");
  await runOver({ folder: directory, provider: createProvider(), countries });
  const whole = readFileSync(journal(directory), "utf8");
  appendFileSync(journal(directory), '{"event":"created","fi');
  const jobs = await JobsFile.open(directory);
  await jobs.record("requests-2.jsonl", { event: "written", endpoint: "https://two/v1" }, 0);
  await jobs.close();
  expect(
    readFileSync(journal(directory), "utf8").startsWith(
      `${whole}{"event":"written","file":"requests-2.jsonl"`,
    ),
  ).toBe(true);
  for (const bad of [
    '{"event":"created","file":"requests-9.jsonl","at":"2030-01-01T00:00:00.000Z","id":"b"}',
    '{"event":"sold"}',
    "rubbish",
  ]) {
    writeFileSync(journal(directory), `${whole}${bad}\n`);
    await expect(JobsFile.open(directory)).rejects.toMatchObject({
      code: "corrupt-file",
      message: expect.stringContaining(`line ${whole.trimEnd().split("\n").length + 1}`),
    });
  }
});

test("what a killed download left is of no account", async () => {
  const directory = folder("run");
  await survive(directory, new Set([9]));
  rmSync(join(directory, "responses-1.jsonl"));
  writeFileSync(join(directory, "responses-1.jsonl.part"), "rubbish");
  const { outcomes } = await runOver({
    folder: directory,
    provider: createProvider(),
    countries,
    limits,
  });
  expect(outcomes).toEqual(replies);
});
