// Eight hundred paid calls, a fifth of them faulty, killed and resumed five times: nothing lost, nothing paid twice.

import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRows } from "../../pipelines/engine/read-run.ts";
import { readCalls } from "../../pipelines/llm/journal.ts";
import { rowsFor } from "../../pipelines/run/endpoints.ts";
import { ragwright } from "../support/cli.ts";
import { type ReplayProcess, startReplayProcess } from "../support/replay/process.ts";
import { askedByRules, isPaid } from "../support/shared-runs.ts";
import { newFolder } from "../support/toy-run.ts";
import { documents } from "../../schemas/items/documents.ts";
import { words } from "./words.ts";
import { linesIn } from "./rows.ts";

const folder = newFolder();
const settings = join(folder, "settings.yaml");
const recorded = join(folder, "recorded");
const run = join(folder, "paid");
const common = ["run", "rageval", "--schemas", "finance,law,medical", "--settings", settings];
const inFlight = 64;
const kills = [125, 275, 425, 575, 725];
const key = "sk-planted-4f1d8c2b7a";

let server: ReplayProcess;
const paid = () => [
  ...common,
  ...words`--out ${run} --model openai:gpt-4o-mini --base-url ${server.baseUrl} --concurrency ${inFlight} --max-cost 50`,
];
const billed = () => server.stats();

beforeAll(async () => {
  writeFileSync(
    settings,
    `documentsPerSchema: 24\nlength: 10000\nrounds: { repair: 0 }\nitems: 150\nmix: { factual: 1, summary: 1, unanswerable: 1 }\n${askedByRules}retry: { firstWait: 0.05 }\ntimeout: { connect: 5, firstByte: 1, idle: 1, whole: 20 }\n`,
  );
  const { code, err } = await ragwright([...common, "--out", recorded]);
  expect(code, err).toBe(0);
  // A hundred and fifty documents by rules, each a request a section, on a machine that may be busy.
}, 1_200_000);
afterAll(() => server?.close());

interface Ledger {
  readonly replies: number;
  readonly tokens: number;
}

/** What the journal on disk holds of the paid model, a torn tail left out; no key may stand in it twice. */
function ledger(): Ledger {
  if (!existsSync(join(run, "calls.jsonl"))) return { replies: 0, tokens: 0 };
  const calls = [...readCalls(join(run, "calls.jsonl"))].map(({ call }) => call);
  expect(new Set(calls.map(call => call.key)).size).toBe(calls.length);
  const paidFor = calls.filter(isPaid);
  return {
    replies: paidFor.length,
    tokens: paidFor.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0),
  };
}

async function delivered(): Promise<Ledger> {
  const { replies, inputTokens, outputTokens } = (await billed()).bill.chat.delivered;
  return { replies, tokens: inputTokens + outputTokens };
}

/** True once the server was asked so often; false when the run ended before. */
async function askedSo(often: number, over: { ended: boolean }): Promise<boolean> {
  while (!over.ended) {
    if ((await billed()).requests.total >= often) return true;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return false;
}

async function life(kill: number | undefined) {
  const over = { ended: false };
  const ended = ragwright(paid(), {
    env: { OPENAI_API_KEY: key },
    ...(kill === undefined ? {} : { killWhen: askedSo(kill, over) }),
  });
  const { code, out, err } = await ended.finally(() => {
    over.ended = true;
  });
  expect(`${out}${err}`).not.toContain(key.slice(3));
  return { code, err, ledger: ledger(), delivered: await delivered() };
}

const artifacts = (directory: string) =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter(
        path =>
          /^(items|questions|rageval|dataset)\/.*\.jsonl$/.test(path) &&
          !path.endsWith(".done.jsonl"),
      )
      .map(path => [path, readFileSync(join(directory, path), "utf8")]),
  );

test("killed five times amid faults, a run loses nothing and asks for nothing it has; the bill beyond the ledger is what never arrived", async () => {
  const faults = "all=0.2,language=0";
  server = await startReplayProcess({
    calls: [join(recorded, "calls.jsonl")],
    latency: "fixed:5",
    faults,
    hold: 4000,
    retryAfter: 1,
  });
  const lives = [];
  for (const kill of [...kills, undefined]) lives.push(await life(kill));
  // Five were killed on the way; the sixth came to the end.
  expect(lives.map(({ code }) => code)).toEqual([null, null, null, null, null, 0]);
  const gaps = lives.map(({ ledger, delivered }) => delivered.replies - ledger.replies);
  const growth = gaps.map((gap, index) => gap - (gaps[index - 1] ?? 0));
  // What was delivered while a process was being killed never arrived; where none was killed, every reply did.
  // A reply that came and waits to be written has given its place back: what a kill can take is a reply for each section
  // of the documents under way, which are asked for together.
  const sections = [...readRows(recorded, documents)].map(row => row.sections.length);
  const atOnce = rowsFor(inFlight) * Math.max(...sections);
  for (const gap of growth.slice(0, -1)) expect(gap).toBeLessThanOrEqual(atOnce);
  expect(Math.min(...growth)).toBeGreaterThanOrEqual(0);
  expect(growth.at(-1)).toBe(0);
  const [before, last] = lives.slice(-2);
  expect(last!.ledger.tokens - before!.ledger.tokens).toBe(
    last!.delivered.tokens - before!.delivered.tokens,
  );
  const bill = await billed();
  const { billed: paidFor, lost } = bill.bill.chat;
  expect(paidFor.replies - last!.ledger.replies).toBe(lost.replies + gaps.at(-1)!);
  expect(last!.ledger.replies).toBeGreaterThan(800);
  // A good reply was delivered twice only where the first one never arrived.
  expect(bill.repeats.goodDelivered).toBeLessThanOrEqual(gaps.at(-1)!);
  expect(artifacts(run)).toEqual(artifacts(recorded));
});

test("rows that the server never answers well are failures with their reasons, and the run goes on; once it is well the same command makes them", async () => {
  const small = join(folder, "small");
  server.close();
  server = await startReplayProcess({
    calls: [join(recorded, "calls.jsonl")],
    faults: "all=0.1,language=0,forever=0.05",
    hold: 1500,
    retryAfter: 0,
  });
  const args = () => [
    ...common,
    ...words`--domain law --language zh --until documents --out ${small} --model openai:gpt-4o-mini --base-url ${server.baseUrl}`,
  ];
  const faulty = await ragwright(args(), { env: { OPENAI_API_KEY: key } });
  expect(faulty.code, faulty.err).toBe(1);
  const failures = linesIn(join(small, "failures.jsonl"));
  expect(failures.length).toBeGreaterThan(1);
  for (const line of failures)
    expect(JSON.parse(line)).toMatchObject({
      kind: expect.stringMatching(/^(technical|contract)$/) as unknown,
      code: expect.any(String) as unknown,
      detail: expect.stringMatching(/\w/) as unknown,
    });
  server.close();
  server = await startReplayProcess({ calls: [join(recorded, "calls.jsonl")] });
  const well = await ragwright([...args(), "--retry-failed"], { env: { OPENAI_API_KEY: key } });
  expect(well.code, well.err).toBe(0);
  expect(readFileSync(join(small, "failures.jsonl"), "utf8")).toBe("");
});

test("the key stands in no file of the run", () => {
  const files = readdirSync(run, { recursive: true, withFileTypes: true }).filter(entry =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(
    files
      .filter(entry => readFileSync(join(entry.parentPath, entry.name)).includes(key.slice(3)))
      .map(({ name }) => name),
  ).toEqual([]);
});
