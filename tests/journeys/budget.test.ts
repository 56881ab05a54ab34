// A ceiling on the cost, from the command line: never passed, whatever the replies cost and whether they arrive; raised, the run goes on.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunStatus } from "../../schemas/output/status.ts";
import { costOf } from "../../schemas/prices.ts";
import { ragwright } from "../support/cli.ts";
import { type ReplayServer, startReplayServer } from "../support/replay-server.ts";
import { askedByRules, lawArguments, lawSettings, sharedRun } from "../support/shared-runs.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";

const folder = newFolder();
const settings = join(folder, "small.yaml");
const recorded = sharedRun("law-zh");
const run = join(folder, "paid");
const small = lawArguments("law-zh", settings);
// Dear, so that a few calls reach a ceiling.
const price = { input: 30, output: 60, batch: 1 };

let server: ReplayServer;
beforeAll(async () => {
  writeFileSync(
    settings,
    `${lawSettings}${askedByRules}retry: { firstWait: 0.02 }\ntimeout: { firstByte: 10, idle: 10, whole: 30 }\n`,
  );
  writeFileSync(join(folder, "prices.yaml"), `dear: ${JSON.stringify(price)}\n`);
  server = await startReplayServer({
    calls: [join(recorded, "calls.jsonl")],
    faults: "429=0.05,500=0.05,reset=0.05,truncated=0.05,empty=0.05",
    faultsPerQuestion: 1,
  });
});
afterAll(() => server.close());

const billed = () => {
  const { inputTokens, outputTokens } = server.stats().bill.chat.billed;
  return costOf(price, { inputTokens, outputTokens }, false);
};
const paid = (ceiling: number) =>
  ragwright(
    [
      ...small,
      ...words`--out ${run} --model openai:dear --base-url ${server.baseUrl} --concurrency 6 --max-cost ${ceiling}`,
    ],
    {
      cwd: folder,
      env: { OPENAI_API_KEY: "k" },
    },
  );

test("without a price there is no ceiling to hold: the lines to add are told, and nothing is asked", async () => {
  const { code, err } = await paid(1);
  expect(code).toBe(2);
  expect(err).toContain("dear: { input: …, output: … }");
  expect(server.stats().requests.total).toBe(0);
});

test("a run stops before its ceiling, and goes on where it was when the ceiling is raised, until it is through", async () => {
  mkdirSync(join(folder, "schemas"));
  renameSync(join(folder, "prices.yaml"), join(folder, "schemas/prices.yaml"));
  const codes: (number | null)[] = [];
  let ceiling = 2;
  for (; codes.at(-1) !== 0 && codes.length < 12; ceiling *= 2) {
    const { code, err } = await paid(ceiling);
    codes.push(code);
    expect(billed(), err).toBeLessThanOrEqual(ceiling);
    if (code !== 0) expect(err).toContain("--max-cost");
  }
  expect(codes.filter(code => code === 1).length).toBeGreaterThan(1);
  expect(codes.at(-1)).toBe(0);
  expect(readFileSync(join(run, "items/items.jsonl"), "utf8")).toBe(
    readFileSync(join(recorded, "items/items.jsonl"), "utf8"),
  );
});

test("what the run says it spent and what may have been billed cover the server's bill", async () => {
  const { out } = await ragwright(["status", run, "--json"], { cwd: folder });
  const { spending } = JSON.parse(out) as RunStatus;
  const { delivered } = server.stats().bill.chat;
  expect(spending.cost).toBeCloseTo(costOf(price, delivered, false), 9);
  expect(spending.cost! + (spending.unanswered?.most ?? 0)).toBeGreaterThanOrEqual(billed());
});
