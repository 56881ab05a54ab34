// The page and the lines of a decision: each question answered, in both languages, whatever was found.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decisionLines } from "../../pipelines/report/decision/terminal-lines.ts";
import { writeDecision } from "../../pipelines/report/decision/page.ts";
import type { Decision } from "../../schemas/evaluation/decision.ts";
import { Metric } from "../../schemas/evaluation/metrics.ts";
import { newFolder } from "../support/toy-run.ts";

const lead = (difference: number, low: number, high: number, n = 200) => ({
  difference,
  low,
  high,
  n,
});
const nothing = { cost: null, seconds: null, tokens: null };
const system = (name: string, value: number): Decision["first"] => ({
  name,
  predictions: { path: `${name}.jsonl`, hash: "h" },
  missing: 3,
  value,
  spent: nothing,
});

const decided: Decision = {
  format: 1,
  against: "out/demo",
  first: system("old", 0.5),
  second: system("<new>", 0.54),
  items: 210,
  both: 200,
  metric: "completeness",
  basis: "people",
  judge: "gpt-x",
  margin: null,
  lead: lead(0.042, 0.013, 0.071),
  verdict: "second",
  people: { items: 80, needed: 50, reliance: 0.7, judge: lead(-0.05, -0.08, -0.02) },
  unproved: null,
  asked: null,
  sequence: { randomSeed: 1, items: 200, decidedAfter: 140, asked: 120 },
  needed: { detectable: 0.04, size: 0.042, more: 0, of: "verdicts" },
  groups: [
    { grouping: "language", group: "zh", ...lead(0.08, 0.02, 0.14, 90), verdict: "second" },
    { grouping: "type", group: "numeric", ...lead(-0.1, -0.18, -0.02, 40), verdict: "first" },
  ],
  checks: [
    {
      kind: "second-judge",
      name: "other-judge",
      grouping: null,
      ...lead(-0.01, -0.04, 0.02),
      verdict: "undecided",
      outcome: "overturned",
    },
    {
      kind: "without-group",
      name: "zh",
      grouping: "language",
      ...lead(0.01, -0.03, 0.05, 110),
      verdict: "undecided",
      outcome: "weaker",
    },
    {
      kind: "coverage-weights",
      name: "",
      grouping: null,
      ...lead(0.05, 0.01, 0.09),
      verdict: "second",
      outcome: "stands",
    },
  ],
  metrics: [
    {
      metric: "rouge-l",
      first: 0.3,
      second: 0.31,
      ...lead(0.01, -0.02, 0.04),
      verdict: "undecided",
    },
  ],
  forPeople: { items: 20, files: ["one.jsonl", "two.jsonl"] },
  program: "ragwright@test",
};

const pageOf = (decision: Decision, language: "zh" | "en" = "en") =>
  readFileSync(writeDecision(newFolder(), decision, language), "utf8");

test("the winner is named with its own figures, whichever side it is of", () => {
  const [first] = decisionLines(decided);
  expect(first).toBe(
    "<new> is better than old by 4.2 points in completeness (95% interval 1.3 to 7.1; 200 items).",
  );
  const turned: Decision = { ...decided, lead: lead(-0.042, -0.071, -0.013), verdict: "first" };
  expect(decisionLines(turned)[0]).toBe(
    "old is better than <new> by 4.2 points in completeness (95% interval 1.3 to 7.1; 200 items).",
  );
  const alike: Decision = {
    ...decided,
    verdict: "alike",
    margin: 0.05,
    lead: lead(0.01, -0.02, 0.04),
  };
  expect(decisionLines(alike)[0]).toMatch(
    /^The two are equivalent: they differ by less than 5\.0 points/,
  );
});

test("people, the unchecked judge, groups, what overturns it and what is asked have a line each, ten with the page", () => {
  const lines = decisionLines(decided);
  expect(lines.length).toBeLessThanOrEqual(9);
  const said = lines.join("\n");
  expect(said).toContain("according to that judge alone, old would be ahead by 5.0 points");
  expect(said).toContain(
    "old is better for type numeric (+10.0). <new> is better for items in Chinese (+8.0).",
  );
  expect(said).toContain(
    "Would overturn it: judged by other-judge. Would leave it undecided: without items in Chinese.",
  );
  expect(said).toContain(
    "Decided after 140 of 200 items in random order; the judge was given 120 of them.",
  );
  expect(said).toContain("Neither cost, latency nor usage is recorded");
  const open: Decision = {
    ...decided,
    verdict: "undecided",
    basis: "code",
    metric: "evidence-recall",
    people: null,
    unproved: {
      metric: "completeness",
      judge: "gpt-x",
      lead: lead(0.1, 0.05, 0.15),
      verdict: "second",
    },
    needed: { detectable: 0.03, size: 0.01, more: 140, of: "items" },
  };
  const told = decisionLines(open).join("\n");
  expect(told).toContain("It compares what was retrieved, not the answers.");
  expect(told).toContain("It is undecided which is better: <new> is ahead by 4.2 points");
  expect(told).toContain(
    "With what you have, differences below 3.0 points cannot be detected; with 140 more items, 1.0 points could be.",
  );
  expect(told).toContain("people have checked 0 of its items, too few to count");
});

test("the page answers each question, takes no name for markup, and is whole in Chinese", () => {
  const spent = { cost: 0.002, seconds: 1.5, tokens: 900 };
  const costly = {
    ...decided,
    first: { ...decided.first, spent },
    second: { ...decided.second, spent: { ...spent, cost: 0.003 } },
  };
  const english = pageOf(costly);
  for (const question of [
    "How certain is it?",
    "Better for what?",
    "Is the result robust",
    "What does it cost?",
    "more certain?",
  ])
    expect(english).toContain(question);
  expect(english).toContain("$0.002 → $0.003 (+50%)");
  expect(english).not.toContain("<new>");
  expect(english).toContain("&lt;new&gt;");
  const chinese = pageOf(costly, "zh");
  expect(chinese).toContain('<html lang="zh">');
  expect(chinese).toContain(
    "&lt;new&gt; 优于 old：完整度领先 4.2 分（95% 区间 1.3 至 7.1；200 道题）。",
  );
  for (const page of [english, chinese]) expect(page).not.toMatch(/undefined|NaN|\[object|null/);
  const chineseText = chinese.replace(/<style>[^]*?<\/style>/, "").replace(/<[^>]+>/g, " ");
  expect(chineseText).not.toMatch(/\b(?:is|are|the|items|better|without)\b/);
});

test("every metric has a Chinese name", () => {
  for (const metric of Metric.options)
    expect(pageOf({ ...decided, metric }, "zh")).toMatch(/优于 old：[^：]+领先 4\.2 分/);
});
