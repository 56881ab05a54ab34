// The report's section on cost: plan against bill, and what is uncertain of it.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { writeReport } from "../../pipelines/report/page.ts";
import { Plan } from "../../schemas/plan.ts";
import { freshFolder } from "../support/folder.ts";
import { putRun } from "../support/sample-run.ts";

const at = freshFolder();
const mini = { "gpt-4o-mini": { input: 0.15, output: 0.6, batch: 0.5 } };

function bill(language: "en" | "zh" = "en"): string {
  const page = readFileSync(writeReport(at(), language), "utf8");
  return page.split(`<section id="bill">`)[1]?.split("</section>")[0] ?? "none";
}

/** Ten calls of one stage: a million tokens in and 100,000 out in all. */
const putCalls = (model = "gpt-4o-mini", more: object = {}) =>
  appendFileSync(
    at("calls.jsonl"),
    Array.from(
      { length: 10 },
      (_, key) =>
        `${JSON.stringify({ key: `${model}-${key}`, stage: "items/answers", model, usage: { inputTokens: 100_000, outputTokens: 10_000 }, ...more })}\n`,
    ).join(""),
  );

const exactly = (value: number) => ({ expected: value, low: value / 2, high: value * 2 });

function putPlan(model: string, cost: number | null): void {
  const counted = {
    calls: 8,
    inputTokens: exactly(800_000),
    outputTokens: exactly(80_000),
    cost: cost === null ? null : exactly(cost),
    journaled: 0,
    left: 8,
  };
  const plan: Plan = {
    wing: "rageval",
    items: { wanted: 2, expected: 2 },
    basis: { measured: "two runs", factor: 2 },
    stages: [{ stage: "items/answers", model, batch: false, thinkingTokens: 0, ...counted }],
    total: { ...counted, leftCost: counted.cost },
    hosts: [],
    prices: cost === null ? {} : mini,
    unpriced: cost === null ? ["mystery"] : [],
    spent: 0,
    maxCost: null,
  };
  writeFileSync(at("plan.json"), JSON.stringify(Plan.parse(plan)));
}

test("planned and actual calls, tokens and cost stand side by side, with the difference in percent", () => {
  putRun(at(), { prices: mini, maxCost: 5 });
  putCalls();
  putPlan("openai:gpt-4o-mini", 0.2);
  const section = bill();
  // 1 × 0.15 + 0.1 × 0.6 = 0.21 USD, 5 % above the 0.20 planned.
  const cells = ["8", "10", "880,000", "1,100,000", "$0.20", "$0.21", "+5.0%"];
  const row = /<th scope="row">items\/answers<\/th>.*<\/tr>/.exec(section)?.[0] ?? "";
  expect([...row.matchAll(/class="number">([^<]*)</g)].map(([, cell]) => cell)).toEqual(cells);
  expect(section).toContain("Planned: $0.20, from $0.10 to $0.40; the calls cost $0.21.");
  expect(section).toContain("Ceiling: $5.00, of which $0.21 has been spent.");
  expect(section).not.toContain("more than the highest estimate");
});

test("without a plan the bill stands alone; calls by batch are named and cost their share", () => {
  putRun(at(), { prices: mini });
  putCalls("gpt-4o-mini", { batch: true });
  const section = bill();
  expect(section).toContain("<h2>Bill</h2>");
  expect(section).toContain("gpt-4o-mini batch (10)");
  expect(section).toContain("$0.105");
  expect(section).not.toContain("planned");
});

test("tokens from a provider's cache cost their own price, and are told", () => {
  putRun(at(), { prices: { "gpt-4o-mini": { ...mini["gpt-4o-mini"], cached: 0.05 } } });
  const usage = { inputTokens: 100_000, outputTokens: 10_000, cachedTokens: 40_000 };
  putCalls("gpt-4o-mini", { usage });
  // 0.6 × 0.15 + 0.4 × 0.05 + 0.1 × 0.6 = 0.17 USD.
  expect(bill()).toContain("$0.17");
  expect(bill()).toContain("400,000 of the input tokens were read from a provider's cache.");
  const [, calls = ""] = readFileSync(writeReport(at()), "utf8").split('<section id="calls">');
  expect(calls.split("</section>")[0]).toContain("of which cached");
});

test("without prices tokens are compared and no cost is made up", () => {
  putRun(at());
  putCalls();
  putPlan("openai:mystery", null);
  const section = bill();
  expect(section).toContain("recorded no prices");
  // 1,100,000 tokens against 880,000.
  expect(section).toContain("+25.0%");
  expect(section).toContain("planned: openai:mystery");
  expect(section).not.toContain("$");
});

test("a model without a price is named, and the sum is not passed off as whole", () => {
  putRun(at(), { prices: mini });
  putCalls();
  putCalls("mystery");
  const section = bill();
  expect(section).toContain("The price of mystery was not known");
  expect(section.split("<tfoot>")[1]).toContain("price?");
});

test("what may have been billed without a reply is told, and is not in the sum", () => {
  putRun(at(), { prices: mini });
  putCalls();
  writeFileSync(at("attempts.jsonl"), '{"key":"lost","most":0.02}\n{"key":"lost","most":0.02}\n');
  expect(bill()).toContain("2 attempts got no reply and may have been billed: at most $0.04");
});

test("the Chinese page tells the bill in Chinese", () => {
  putRun(at(), { prices: mini, maxCost: 5 });
  putCalls("gpt-4o-mini", { batch: true });
  putCalls("mystery");
  putPlan("openai:gpt-4o-mini", 0.02);
  writeFileSync(at("attempts.jsonl"), '{"key":"lost","most":0.02}\n');
  const told = bill("zh").replace(/<[^>]+>/g, "");
  for (const said of [
    "实际取自 calls.jsonl 中的调用。词元为输入与输出之和",
    "gpt-4o-mini 批量（10）、mystery",
    "单价未知",
    "计划花费 $0.02，区间 $0.01 至 $0.04；各次调用实际花费 $0.105。已超出计划的上限。偏差按花费计算",
    "花费上限 $5.00，已用 $0.105。",
    "mystery 的单价未知，请补入 schemas/prices.yaml。",
    "1 次请求没有收到回复，可能已经计费：至多 $0.02，未计入上表。",
  ])
    expect(told).toContain(said);
  expect(told).not.toMatch(/[Pp]lanned|tokens|difference|price\?|batch|reply|Ceiling|the /);
});

test("a run that rules answered, and were to, has no bill", () => {
  putRun(at(), { prices: {} });
  putPlan("rules", 0);
  expect(bill()).toBe("none");
});

test("a plan that does not fit its record is not a plan, and no reason to fail", () => {
  putRun(at(), { prices: mini });
  putCalls();
  for (const text of ["{", '{"wing":"rageval"}', ""]) {
    writeFileSync(at("plan.json"), text);
    expect(bill()).toContain("<h2>Bill</h2>");
  }
});
