// What a reader may not conclude: each statement stands where it follows, and nowhere else.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countOverlaps } from "../../pipelines/report/evaluation/cautions.ts";
import type { PageLanguage } from "../../pipelines/report/evaluation/page-language.ts";
import { writeReport } from "../../pipelines/report/page.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import {
  lossesOf,
  putAudit,
  putDecisions,
  putResult,
  resultOf,
  summary,
  systemOf,
} from "../support/evaluation-results.ts";
import { freshFolder } from "../support/folder.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putItems, putRun, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();

function cautionsIn(language: PageLanguage = "en"): string {
  const page = readFileSync(writeReport(at("run"), language), "utf8");
  return (page.split('<section id="cautions">')[1]?.split("</section>")[0] ?? "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll("&#39;", "'");
}

function cautionsFor(given: Partial<EvaluationResult>): string {
  writeSampleRun(at("run"));
  putResult(at("run"), "mine", resultOf(given));
  return cautionsIn();
}

const between = (value: number, low: number, high: number, n = 500) => ({
  ...summary(value, n),
  low,
  high,
});

test("items by rules, both splits, no trial and no people are told of the sample run", () => {
  writeSampleRun(at("run"));
  const told = cautionsIn();
  for (const words of [
    "All items were made by rules",
    "The documents were generated.",
    "It combines dev and test",
    "were not audited",
    "No person has reviewed",
  ])
    expect(told).toContain(words);
  expect(told).not.toMatch(/All items are in /);
});

test("items of one language and domain by a model, tried and judged by people, are told of that alone", () => {
  putRun(at("run"), { model: { model: "openai:large", name: "large" } });
  const [item] = sampleItems;
  putItems(at("run"), [item!]);
  putAudit(at("run"), {});
  putDecisions(at("run"), [{ itemId: item!.id, decision: "accepted", language: "en" }]);
  const told = cautionsIn();
  expect(told).toContain("All items are in one domain, finance.");
  expect(told).toContain("All items are in English.");
  expect(told).not.toMatch(/by rules|not audited|No person has reviewed/);
});

test("pairs of systems whose intervals overlap are counted", () => {
  const systems = [
    systemOf("A", { mrr: between(0.5, 0.4, 0.6) }),
    systemOf("B", { mrr: between(0.55, 0.45, 0.65) }),
    systemOf("C", { mrr: between(0.9, 0.8, 0.95) }),
  ];
  // A and B overlap; neither reaches C.
  expect(countOverlaps(systems, "mrr")).toEqual({ overlapping: 1, pairs: 3 });
  expect(cautionsFor({ systems })).toContain("1 of 3 pairs by MRR");
});

test("a small corpus is told with its distractors; a large one is not", () => {
  const systems = [systemOf("A", { mrr: between(0.5, 0.4, 0.6) })];
  expect(cautionsFor({ systems })).toContain(
    "There were 4 documents to search, none of them a distractor.",
  );
  expect(cautionsFor({ systems, distractors: 20 })).toContain(
    "There were 24 documents to search, 20 of them distractors.",
  );
  expect(cautionsFor({ systems, distractors: 2000 })).not.toContain("documents to search");
});

test("a judge is doubted where no people judged, and where it made the items", () => {
  const systems = [systemOf("A", { completeness: between(0.5, 0.4, 0.6) })];
  const provenance = {
    ...resultOf().provenance,
    models: { "evaluate/keypoint-judgements": "openai:large" },
  };
  const judges = [
    {
      metric: "completeness" as const,
      n: 30,
      meanAbsoluteDifference: 0.1,
      kappa: 0.7,
      verdicts: 90,
    },
  ];
  expect(cautionsFor({ systems, provenance })).toContain(
    "No person has checked the judge's verdicts for Completeness.",
  );
  expect(cautionsFor({ systems, provenance, judges })).not.toContain(
    "No person has checked the judge's verdicts",
  );
  expect(cautionsIn()).not.toContain("also made the items");
  putRun(at("run"), { model: { model: "openai:large", name: "large" } });
  expect(cautionsIn()).toContain("openai:large also generated the items whose answers are judged.");
});

test("steps that were not told of, missing predictions and the published variant are named", () => {
  const told = cautionsFor({
    systems: [systemOf("A", {}, { losses: lossesOf(5, {}, ["retrieval"]) })],
    missing: ["i-1", "i-2"],
    variant: "published",
  });
  expect(told).toContain("Not every system reported parsing, chunking, reranking, generation.");
  expect(told).toContain("Without a prediction: 2 of 100 items.");
  expect(told).toContain("released programs, including their faults");
});

test("a Chinese page warns in Chinese, of each result by its name", () => {
  const mrr = (value: number) => ({ mrr: between(value, 0.4, 0.6, 50) });
  const models = { "evaluate/keypoint-judgements": "rules@1", "baseline/answers": "rules@1" };
  const judged = { ...mrr(0.55), completeness: between(0.5, 0.4, 0.6) };
  cautionsFor({
    systems: [
      systemOf("A", mrr(0.5), { losses: lossesOf(5, {}, ["retrieval", "generation"]) }),
      systemOf("B", judged),
    ],
    provenance: { ...resultOf().provenance, models },
    missing: ["i-1", "i-2"],
    variant: "published",
    distractors: 20,
  });
  putResult(at("run"), "other", resultOf({ systems: [systemOf("C", mrr(0.5))] }));
  const told = cautionsIn("zh");
  for (const words of [
    "题目全部由规则（即代码）写成",
    "mine：系统两两比较，区间有重叠：MRR，1 对中有 1 对。",
    "mine：有的平均值只取自 50 道题。other：有的平均值只取自 50 道题。",
    "mine：100 道题中有 2 道没有预测。",
    "数值按论文公开的程序计算",
    "以下指标缺少人工判断，无法与评判模型对照：完整度。",
    "rules@1既是评判模型，也参与制作了所评判的题目。",
    "可检索的文档只有 24 篇，其中 20 篇是干扰文档。",
    "可检索的文档只有 4 篇，其中没有干扰文档。",
    "并非每个系统都说明了这些步骤：解析、切分、重排。",
    "这些题目都未经人工判断。",
  ])
    expect(told).toContain(words);
  // Names and commands alone are of Latin letters.
  expect(told).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/i);
});
