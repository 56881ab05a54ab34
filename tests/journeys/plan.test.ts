// Plan, then run: the replayed run asks, sends and costs about what was foreseen.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Plan } from "../../schemas/plan.ts";
import { ragwright } from "../support/cli.ts";
import { type ReplayServer, startReplayServer } from "../support/replay-server.ts";
import { newsJourneys, serveJourney, serveRuns } from "../support/recorded/journeys.ts";
import { recordedName, recordedRun } from "../support/recorded/run.ts";
import { askedByRules } from "../support/shared-runs.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";

const folder = newFolder();
const settings = join(folder, "small.yaml");
const recorded = join(folder, "recorded");
const run = join(folder, "run");
const small = words`rageval --schemas law --language zh --items 14 --settings ${settings}`;
const mini = [...small, "--model", "openai:gpt-4o-mini", "--out", run];
/** Where nobody listens: a request would be an error. */
const nowhere = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
const planIn = (directory: string) =>
  Plan.parse(JSON.parse(readFileSync(join(directory, "plan.json"), "utf8")));
const filesOf = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
const temporary = join(folder, "temporary");
/** By how many times one is the other's, whichever is larger. */
const apart = (a: number, b: number) => Math.max(a / b, b / a);

let server: ReplayServer;
let plan: Plan;
let leftBehind: object = {};
let planned = { code: null as number | null, out: "", err: "" };
beforeAll(async () => {
  writeFileSync(settings, `documentsPerSchema: 20\n${askedByRules}`);
  mkdirSync(temporary);
  planned = await ragwright(["plan", ...mini, "--max-cost", "5"], {
    env: { ...nowhere, TMPDIR: temporary },
  });
  expect(planned.code, planned.err).toBe(0);
  plan = planIn(run);
  // tsx keeps compiled files of its own there.
  leftBehind = {
    inRun: filesOf(run),
    temporary: readdirSync(temporary).filter(name => name.startsWith("ragwright")),
  };
  const { code, err } = await ragwright(["run", ...small, "--out", recorded]);
  expect(code, err).toBe(0);
  server = await startReplayServer({ calls: [join(recorded, "calls.jsonl")], usage: "counted" });
});
afterAll(() => server.close());

test("a plan needs no key and no network, and writes plan.json alone", () => {
  expect(leftBehind).toEqual({ inRun: ["plan.json"], temporary: [] });
  expect(plan.total.calls).toBeGreaterThan(50);
  expect(plan.hosts).toMatchObject([{ models: ["openai:gpt-4o-mini"], calls: plan.total.calls }]);
  expect(planned.out).toMatch(/questions\/keypoints +openai:gpt-4o-mini +\d+/);
  expect(planned.out).toContain("The ceiling of $5.00 allows all of it.");
});

test("a plan of the same run is the same, and --json gives the record that was written", async () => {
  const { code, out } = await ragwright(
    [
      "plan",
      ...small,
      ...words`--model openai:gpt-4o-mini --out ${join(folder, "again")} --max-cost 5 --json`,
    ],
    { env: nowhere },
  );
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual(planIn(join(folder, "again")));
  expect(JSON.parse(out)).toEqual(plan);
});

test("calls, tokens and cost of the run are within one and a half times the plan's", async () => {
  const ran = await ragwright(["run", ...mini, "--max-cost", "5", "--base-url", server.baseUrl], {
    env: { OPENAI_API_KEY: "sk-any" },
  });
  expect(ran.code, ran.err).toBe(0);
  const { bill } = server.stats();
  expect(apart(plan.total.calls, bill.chat.billed.replies)).toBeLessThan(1.5);
  expect(apart(plan.total.inputTokens.expected, bill.chat.billed.inputTokens)).toBeLessThan(1.5);
  const status = JSON.parse((await ragwright(["status", run, "--json"])).out);
  expect(apart(plan.total.cost?.expected ?? 0, status.spending.cost)).toBeLessThan(1.5);
  expect(status.spending).toMatchObject({ unpriced: [], maxCost: 5, unanswered: null });
  const told = (await ragwright(["status", run])).out;
  expect(told).toMatch(/questions\/keypoints .*\$0\.\d+/);
  expect(told).toMatch(/\d+ calls, \d+ tokens, \$0\.\d+ of at most \$5\.00/);
});

test("the report compares plan and bill, with the difference in percent", () => {
  const report = readFileSync(join(run, "report.html"), "utf8");
  const section = report.split(`<section id="bill">`)[1]?.split("</section>")[0] ?? "";
  expect(section).toContain("The estimate of <code>ragwright plan</code>");
  expect(section).toMatch(/<th scope="row">questions\/keypoints<\/th>.*[+-]?\d+\.\d%/);
  expect(section.split("<tfoot>")[1]).toMatch(/[+-]?\d+\.\d%/);
});

test("a plan of a run that has begun leaves out what is journaled, and touches nothing but plan.json", async () => {
  const calls = readFileSync(join(run, "calls.jsonl"), "utf8");
  const files = filesOf(run);
  const { code, out } = await ragwright(["plan", ...mini], { env: nowhere });
  expect(code).toBe(0);
  const { total, spent } = planIn(run);
  expect(total.left).toBeLessThan(total.calls / 3);
  expect(spent).toBeGreaterThan(0);
  expect(out).toContain("calls are in calls.jsonl");
  expect(filesOf(run)).toEqual(files);
  expect(readFileSync(join(run, "calls.jsonl"), "utf8")).toBe(calls);
});

test("a plan of what does not exist is refused like the run, and writes nothing", async () => {
  const out = join(folder, "refused");
  const missing = await ragwright(
    words`plan rageval --seeds ${join(folder, "no-such")} --out ${out} --model openai:gpt-4o-mini`,
  );
  expect(missing.code).toBe(1);
  const unknown = join(folder, "unknown.yaml");
  writeFileSync(unknown, "models: { no-such-stage: openai:gpt-4o }\n");
  const stage = await ragwright(
    words`plan rageval --schemas finance,law,medical --settings ${unknown} --out ${out}`,
  );
  expect(stage.code).toBe(2);
  expect(stage.err).toContain("no-such-stage");
  expect(existsSync(out)).toBe(false);
});

test("a model without a price is counted all the same, and a project's own price is found", async () => {
  const project = join(folder, "project");
  mkdirSync(join(project, "schemas"), { recursive: true });
  const args = [
    "plan",
    ...small,
    ...words`--model openai:mystery --out ${join(folder, "mystery")} --until configs`,
  ];
  const without = await ragwright(args, { cwd: project });
  expect(without.code, without.err).toBe(0);
  expect(without.out).toContain("price?");
  expect(without.out).toContain("mystery: { input: …, output: … }");
  expect(planIn(join(folder, "mystery")).total).toMatchObject({ cost: null });
  writeFileSync(join(project, "schemas/prices.yaml"), "mystery: { input: 1, output: 2 }\n");
  expect((await ragwright(args, { cwd: project })).out).not.toContain("price?");
});

test("in three sizes, what is asked of a server that answers with written replies is within one and a half times the plan", async () => {
  const off = [];
  for (const [size, journey] of newsJourneys(join(folder, "news")).entries()) {
    const at = (name: string) => join(folder, "news", `${name}-${size}`);
    const serving = await serveJourney(journey, at("recorded"));
    const ran = await ragwright([...journey.args, "--out", at("served")], { env: serving.env });
    expect(ran.code, ran.err).toBe(0);
    const { billed } = serving.stats().bill.chat;
    await serving.close();
    const [, ...args] = journey.args;
    const foreseen = await ragwright(["plan", ...args, "--out", at("planned")], { env: nowhere });
    expect(foreseen.code, foreseen.err).toBe(0);
    const { total } = planIn(at("planned"));
    const measured = [
      apart(total.calls, billed.replies),
      apart(total.inputTokens.expected, billed.inputTokens),
      apart(total.outputTokens.expected, billed.outputTokens),
    ];
    off.push(...measured.map(times => `${size}: ${times < 1.5 ? "within" : times}`));
  }
  expect(off).toEqual(
    [0, 1, 2].flatMap(size => Array.from({ length: 3 }, () => `${size}: within`)),
  );
});

test("of three documents the calls of a run, and what they send, are within one and a half times the plan", async () => {
  const at = (name: string) => join(folder, "mills", name);
  mkdirSync(at("."), { recursive: true });
  writeFileSync(
    at("mills.yaml"),
    "items: 4\nmix: { factual: 1, why-how: 1, integration: 1, unanswerable: 1 }\ndevShare: 0\nasking: { candidates: { factor: 1.5, more: 2 }, shortlist: 1.3 }\n",
  );
  const own = "tests/fixtures/documents/mills";
  const { waiting, failures } = await recordedRun({
    journey: "own-documents",
    wing: "rageval",
    directory: at("recorded"),
    flags: { documents: [own], settings: at("mills.yaml") },
  });
  expect([waiting, failures]).toEqual([0, []]);
  const words = ["rageval", "--documents", own, "--settings", at("mills.yaml")];
  const asking = [...words, "--model", recordedName];
  const serving = await serveRuns([at("recorded")], { usage: "counted" });
  const ran = await ragwright(["run", ...asking, "--out", at("served")], { env: serving.env });
  expect(ran.code, ran.err).toBe(0);
  const { billed } = serving.stats().bill.chat;
  await serving.close();
  const foreseen = await ragwright(["plan", ...asking, "--out", at("planned")], { env: nowhere });
  expect(foreseen.code, foreseen.err).toBe(0);
  const { total } = planIn(at("planned"));
  expect(apart(total.calls, billed.replies)).toBeLessThan(1.5);
  expect(apart(total.inputTokens.expected, billed.inputTokens)).toBeLessThan(1.5);
});
