// A run through the Batch API, from the command line: batches that expire in part, a kill, a stop, and stages online beside.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { program, ragwright, type CommandResult, root } from "../support/cli.ts";
import { type ReplayServer, startReplayServer } from "../support/replay-server.ts";
import type { ReplayOptions } from "../support/replay/settings.ts";
import {
  askedByRules,
  isPaid,
  lawArguments,
  lawSettings,
  sharedRun,
} from "../support/shared-runs.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";

const folder = newFolder();
const settings = join(folder, "small.yaml");
const recorded = sharedRun("law-zh");
const small = lawArguments("law-zh", settings);
const itemsOf = (run: string) => readFileSync(join(run, "items/items.jsonl"), "utf8");
const callsOf = (run: string) =>
  [...readCalls(join(run, "calls.jsonl"))].map(({ call }) => call).filter(isPaid);

const servers: ReplayServer[] = [];
afterAll(() => Promise.all(servers.map(server => server.close())));

async function serve(options: ReplayOptions = {}): Promise<ReplayServer> {
  const server = await startReplayServer({ calls: [join(recorded, "calls.jsonl")], ...options });
  servers.push(server);
  return server;
}

const environmentOf = ({ baseUrl }: ReplayServer) => ({
  OPENAI_BASE_URL: baseUrl,
  OPENAI_API_KEY: "planted",
});

beforeAll(() => writeFileSync(settings, `${lawSettings}${askedByRules}batchPoll: 0.02\n`));

const argsFor = (run: string, ...more: string[]) => [
  ...small,
  ...words`--out ${run} --model openai:gpt-4o-mini --batch api`,
  ...more,
];

function expectPaidOnce(server: ReplayServer, run: string): void {
  const { bill, repeats } = server.stats();
  expect([bill.batch.billed.replies, repeats.goodBilled]).toEqual([callsOf(run).length, 0]);
}

test("one command carries a run through batches that expire and fail in part, to the same items, each request paid for once", async () => {
  const run = join(folder, "api");
  const server = await serve({ batchExpire: 0.2, batchFail: 0.1 });
  const { code, err } = await ragwright(argsFor(run), { env: environmentOf(server) });
  expect(code, err).toBe(0);
  expect(itemsOf(run)).toBe(itemsOf(recorded));
  expectPaidOnce(server, run);
  expect(callsOf(run).filter(({ batch }) => batch !== true)).toEqual([]);
  for (const end of ["expired", "completed"])
    expect(err).toMatch(new RegExp(`requests-(\\d+)\\.jsonl \\(batch_\\1\\): ${end}`));
});

test("a run that is killed while its first batch is under way goes on with that batch", async () => {
  const run = join(folder, "killed");
  const server = await serve();
  const args = argsFor(run, "--until", "documents");
  const killed = await ragwright(args, {
    env: environmentOf(server),
    killAt: "requests-1.jsonl (batch_1)",
  });
  expect(killed.code).toBe(null);
  const { code, err } = await ragwright(args, { env: environmentOf(server) });
  expect(code, err).toBe(0);
  expectPaidOnce(server, run);
});

/** Types Ctrl-C as soon as the text is told. */
function interrupted(
  args: readonly string[],
  env: Record<string, string>,
  at: string,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  const ran = { out: "", err: "" };
  let typed = false;
  child.stdout.on("data", chunk => (ran.out += chunk));
  child.stderr.on("data", chunk => {
    ran.err += chunk;
    if (!typed && ran.err.includes(at)) typed = child.kill("SIGINT");
  });
  return new Promise(done => child.on("close", code => done({ code, ...ran })));
}

test("Ctrl-C while batches are under way ends with code 3, says which and where, and the same command goes on", async () => {
  const run = join(folder, "stopped");
  const server = await serve({ batchPolls: 1_000_000 });
  const { code, out, err } = await interrupted(
    argsFor(run),
    environmentOf(server),
    "requests-1.jsonl (batch_1)",
  );
  expect(code, err).toBe(3);
  expect(out).toContain(`at ${server.baseUrl}, batch batch_1`);
  expect(out).toContain("Run the same command again");
  server.finishBatches();
  const again = await interrupted(
    argsFor(run),
    environmentOf(server),
    "requests-2.jsonl (batch_2)",
  );
  expect(again.code, again.err).toBe(3);
  expect(readdirSync(join(run, "batch")).sort()).toEqual([
    "index-1.tsv",
    "index-2.tsv",
    "jobs.jsonl",
    "requests-1.jsonl",
    "requests-2.jsonl",
    "responses-1.jsonl",
  ]);
});

test("stages may be online beside others by batch, in one run", async () => {
  const run = join(folder, "mixed");
  const mixed = join(folder, "mixed.yaml");
  writeFileSync(
    mixed,
    `${lawSettings}batchPoll: 0.02\nmodel: openai:gpt-4o-mini\nmodels:\n  questions/init: rules\n  questions/keypoints: { batch: true }\n`,
  );
  const server = await serve();
  const { code, err } = await ragwright([...lawArguments("law-zh", mixed), "--out", run], {
    env: environmentOf(server),
  });
  expect(code, err).toBe(0);
  expect(itemsOf(run)).toBe(itemsOf(recorded));
  const stagesOf = (viaBatch: boolean) =>
    new Set(
      callsOf(run).flatMap(({ stage, batch }) => ((batch === true) === viaBatch ? [stage] : [])),
    );
  expect([...stagesOf(true)]).toEqual(["questions/keypoints"]);
  expect([...stagesOf(false)]).toEqual([
    "rageval/configs",
    "rageval/members",
    "rageval/documents",
    "items/labels",
  ]);
});

test("a batch that the provider refuses whole ends the run with its reason", async () => {
  const server = await serve({ batchInvalid: true });
  const { code, err } = await ragwright(argsFor(join(folder, "refused")), {
    env: environmentOf(server),
  });
  expect(code).toBe(1);
  expect(err).toMatch(
    /refused requests-1\.jsonl as a whole \(batch batch_1\): line 1: A planted failure of the validation\./,
  );
});
