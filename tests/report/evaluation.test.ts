// The report's pages on evaluations: numbers as they stand in the results, what is not known said so, and all foreign text as text.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PageLanguage } from "../../pipelines/report/page-language.ts";
import { loadPlotLibrary } from "../../pipelines/report/evaluation/plot-library.ts";
import { writeReport } from "../../pipelines/report/page.ts";
import {
  evaluationResult,
  lossesOf,
  putAudit,
  putDecisions,
  putResult,
  resultOf,
  settingOf,
  summary,
  sweepResult,
  sweptSystems,
  systemOf,
} from "../support/evaluation-results.ts";
import { freshFolder } from "../support/folder.ts";
import { sampleItems } from "../support/sample-items.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { plain, rows, sectionOf } from "../support/page-markup.ts";

await loadPlotLibrary();

const at = freshFolder();

/** The page of the sample run with these results beside it. */
function pageWith(
  results: Readonly<Record<string, unknown>>,
  language: PageLanguage = "en",
): string {
  writeSampleRun(at("run"));
  for (const [name, result] of Object.entries(results)) putResult(at("run"), name, result);
  return readFileSync(writeReport(at("run"), language), "utf8");
}

const share = (value: number, low: number, high: number) => ({ ...summary(value), low, high });

test("a value stands with its interval, its n and what was undefined; one that does not apply is empty, not 0", () => {
  const systems = [
    systemOf("A", {
      mrr: { value: 0.5, low: 0.4, high: 0.6, n: 97, undefined: 3 },
      completeness: { value: null, low: null, high: null, n: 0, undefined: 100 },
    }),
    systemOf("B", { mrr: share(0.25, 0.2, 0.3) }),
  ];
  expect(rows(sectionOf(pageWith({ mine: resultOf({ systems }) }), "results"))).toEqual([
    "System MRR Completeness",
    "A 0.500 0.400 to 0.600 n 97, 3 undefined – n 0, 100 undefined",
    "B 0.250 0.200 to 0.300 n 100",
  ]);
});

test("what another tool gave the answers is a table of its own, under the tool's names", () => {
  const metrics = [{ metric: "faith<fulness>", ...share(0.75, 0.7, 0.8), undefined: 4 }];
  const systems = [
    {
      ...systemOf("A", { mrr: share(0.5, 0.4, 0.6) }),
      toolScores: { tool: "ragas" as const, metrics },
    },
    systemOf("B", { mrr: share(0.25, 0.2, 0.3) }),
  ];
  const results = sectionOf(pageWith({ mine: resultOf({ systems }) }), "results");
  expect(results).not.toContain("<fulness>");
  expect(rows(results).slice(3)).toEqual([
    "Metric of ragas value",
    "faith&lt;fulness&gt; 0.750 0.700 to 0.800 n 100, 4 undefined",
  ]);
  expect(plain(results).match(/Scores of ragas for the same answers/g)).toHaveLength(1);
});

test("the variant, missing and surplus ids are told", () => {
  const results = plain(sectionOf(pageWith({ mine: evaluationResult() }), "results"));
  expect(results).toContain("Metrics as the papers' released programs compute them");
  expect(results).toContain("Items without a prediction: 1.");
  expect(results).toContain("Predictions that match no item: 2.");
});

test("which trap a system fell into stands by kind with n and interval, and what the grounded share leaves out is named", () => {
  const systems = [
    systemOf("A", {
      "right-answer-rate": share(0.5, 0.4, 0.6),
      "stale-answer-rate": { value: 0.25, low: 0.1, high: 0.4, n: 40, undefined: 2 },
      "grounded-share": { value: 1, low: 1, high: 1, n: 3, undefined: 0 },
    }),
    systemOf("B", { "right-answer-rate": share(0.75, 0.7, 0.8) }),
  ];
  const original = {
    against: { path: "out/first", hash: "2" },
    predictions: { path: "first.jsonl", hash: "3" },
    changed: 3,
    unchanged: ["i-4", "i-5"],
    unpaired: [],
  };
  const traps = sectionOf(pageWith({ mine: resultOf({ systems, original }) }), "traps");
  expect(rows(traps)).toEqual([
    "System Grounded share Right answers Stale answers ↓",
    "A 1.000 1.000 to 1.000 n 3 0.500 0.400 to 0.600 n 100 0.250 0.100 to 0.400 n 40, 2 undefined",
    "B 0.750 0.700 to 0.800 n 100",
  ]);
  expect(plain(traps)).toContain(
    "covers the 3 items whose answer differs from out/first . 2 left out because their answer did not change: i-4, i-5.",
  );
  expect(pageWith({ mine: evaluationResult() })).not.toContain('id="traps"');
});

test("a result that does not fit is told of, and the others are shown", () => {
  const results = sectionOf(
    pageWith({ broken: "{", later: { ...resultOf(), format: 2 }, sweep: sweepResult() }),
    "results",
  );
  expect(plain(results)).toContain(
    "evaluations/broken/result.json could not be read and is left out: it is not JSON.",
  );
  expect(plain(results)).toContain(
    "evaluations/later/result.json could not be read and is left out: format:",
  );
  expect(results).toContain("<h3>sweep</h3>");
});

test("results on a Chinese page are told in Chinese, those that do not fit too", () => {
  const toolScores = {
    tool: "ragas" as const,
    metrics: [{ metric: "faithfulness", ...share(0.75, 0.7, 0.8) }],
  };
  const gate = { bounds: [], warning: "--allow-missing: the bounds leave out 1 of 100 items." };
  const mine = { ...evaluationResult(), gate };
  const [first, ...others] = mine.systems;
  const systems = [{ ...first!, system: "A", toolScores }, ...others];
  const page = pageWith(
    { broken: "{", later: { format: 2 }, mine: { ...mine, systems }, sweep: sweepResult() },
    "zh",
  );
  const results = sectionOf(page, "results");
  const told = plain(results);
  for (const words of [
    "evaluations/broken/result.json 无法读取，未列入：不是 JSON。",
    "evaluations/later/result.json 无法读取，未列入：format 不合格式（",
    "评测 predictions.jsonl ，题目 100 道，取自 out/run 。指标按论文公开的程序计算",
    "基线，题目 100 道，取自 out/run ，混入 200 篇干扰文档。指标按论文的定义计算。模型：baseline/answers 为 rules@1；",
    "没有预测的题目：1 道。",
    "--allow-missing：检查是否达到门槛时，未计入没有提交预测的 1 道题（共 100 道）。",
    "不对应任何题目的预测：2 条。",
    "ragas 按自己的指标给同样的回答打的分，取自 A 的文件：",
    "另外 2 个指标",
    "10 个系统的区间图",
  ])
    expect(told).toContain(words);
  expect(rows(results)[0]).toMatch(/^系统 RAGEval 召回率/);
  // The schema's own words alone are English.
  expect(told.replace(/（Invalid[^）]*）/, "")).not.toMatch(/[a-z]+ [a-z]+ [a-z]+/i);
});

test("an evaluation that has not ended is not spoken of, and a run without any has no such sections", () => {
  const page = pageWith({});
  expect(page).not.toMatch(
    /<section id="(?:results|sweeps|lost|groups|comparisons|ranking|judges|audit|acceptance)"/,
  );
});

test("chunk sizes are joined only where as many tokens are read", () => {
  // 128 × 16 = 512 × 4 = 2,048; 512 × 8 = 4,096 stands alone among chunk sizes, and with 512 × 4 is a top-k sweep.
  const systems = [
    [128, 16],
    [512, 4],
    [512, 8],
  ].map(([chunkSize = 0, topK = 0], place) =>
    systemOf(
      `s${place}`,
      { mrr: share(0.1 * (place + 1), 0, 1) },
      { setting: settingOf({ chunkSize, topK }) },
    ),
  );
  const sweeps = sectionOf(pageWith({ sweep: resultOf({ systems }) }), "sweeps");
  expect(plain(sweeps)).toContain("bm25, 2048 tokens read");
  expect(plain(sweeps)).not.toContain("4096 tokens");
  expect(sweeps).toContain(
    "MRR by chunk size, same number of tokens read. bm25, 2048 tokens read: 128 0.100 (0.000 to 1.000), 512 0.200 (0.000 to 1.000)",
  );
  expect(sweeps).toContain(
    "MRR by top-k. bm25, chunks of 512: 4 0.200 (0.000 to 1.000), 8 0.300 (0.000 to 1.000)",
  );
  expect(sweeps).not.toContain("<h3>Retriever</h3>");
});

test("items are counted in the step that lost them; a step that was not told of has no number", () => {
  const losses = lossesOf(10, { retrieval: 3, generation: 2 }, ["retrieval", "generation"]);
  const lost = sectionOf(
    pageWith({ mine: resultOf({ systems: [systemOf("A", {}, { losses })] }) }),
    "lost",
  );
  // 10 − 3 − 2 = 5 came through.
  expect(rows(lost)[1]).toBe("A 10 not reported not reported 3 not reported 2 5 50.0%");
  expect(plain(lost)).toContain("Not reported by every system: parsing, chunking, reranking.");
  expect(lost).toContain(
    "A: of 10 items, 3 lost in retrieval, 2 lost in generation, 5 came through",
  );
});

test("comparisons say how many would be below 0.05 by chance; the smallest detectable difference stands beside them", () => {
  const comparisons = sectionOf(pageWith({ sweep: sweepResult() }), "comparisons");
  // p of the sample: 0.5 / (4 k² + 1) for k from 0 to 4, of which k = 2, 3, 4 are below 0.05; 5 × 0.05 = 0.25.
  expect(plain(comparisons)).toContain("3 of 5 have p below 0.05");
  expect(rows(comparisons)).toContain(
    "Evidence recall 128-0-bm25-16 512-0-hybrid-4 −0.080 −0.110 to −0.050 0.008 100",
  );
  expect(rows(comparisons).slice(-2)).toEqual(["Evidence recall 0.081", "Completeness 0.112"]);
});

test("comparisons on a Chinese page are told in Chinese", () => {
  const comparisons = sectionOf(pageWith({ sweep: sweepResult() }, "zh"), "comparisons");
  expect(plain(comparisons)).toContain(
    "5 组比较中有 3 组的 p 小于 0.05。p 未按比较的组数校正：即使系统之间毫无差别，也会有 0.3 组左右小于 0.05。前者是其中最好的系统",
  );
  expect(rows(comparisons)[0]).toBe("指标 前者 后者 前者减后者 p 题数");
  expect(rows(comparisons)).toContain(
    "证据召回率 128-0-bm25-16 512-0-hybrid-4 −0.080 −0.110 至 −0.050 0.008 100",
  );
  expect(plain(comparisons)).not.toMatch(/[a-z]+ [a-z]+/i);
});

test("a ranking is told with τ, its interval and both numbers of items; a judge beside people with κ", () => {
  const page = pageWith({ sweep: sweepResult() });
  expect(plain(sectionOf(page, "ranking"))).toContain(
    "Kendall's τ 0.730 (0.510 to 0.880) across 10 systems; 100 of our items, 120 of the others.",
  );
  expect([...sectionOf(page, "ranking").matchAll(/<circle/g)]).toHaveLength(sweptSystems.length);
  expect(rows(sectionOf(page, "judges"))[1]).toBe("Completeness 40 0.071 0.680 171");
});

test("findings are counted by code over items, and lead to the items that are shown", () => {
  const [first] = sampleItems;
  const found = [
    { itemId: first!.id, code: "closed-book" as const, detail: "All keypoints covered." },
    { itemId: first!.id, code: "dead" as const, detail: "All 0.5." },
    { itemId: "i-elsewhere", code: "dead" as const, detail: "<b>All 0.</b>" },
  ];
  putAudit(at("run"), {
    found,
    statistics: [
      { id: first!.id, difficulty: 0.4, discrimination: -0.2 },
      { id: "i-elsewhere", difficulty: null, discrimination: null },
    ],
  });
  const page = pageWith({});
  const audit = sectionOf(page, "audit");
  // Two items of the five have something against them.
  expect(plain(audit)).toContain("2 of 5 items (40.0%) have at least one finding.");
  expect(rows(audit).slice(1, 3)).toEqual([
    "closed-book Answered without any document: it does not test retrieval. 1 20.0%",
    "dead All systems have the same score on it. 2 40.0%",
  ]);
  expect(audit).toContain(`<a href="#item-${first!.id}">`);
  expect(page).toContain(`<article class="item" id="item-${first!.id}">`);
  expect(audit).not.toContain('href="#item-i-elsewhere"');
  expect(audit).toContain(
    "Difficulty and discrimination of 1 items by Evidence recall: 1 of them discriminate negatively.",
  );
  expect(plain(audit)).toContain("1 of 2 items have neither");
});

test("an audit whose rows do not fit is told of, and the path to it stays out of the page", () => {
  putAudit(at("run"), { found: [{ itemId: "i-1", code: "dead", detail: "" }] });
  const path = join(at("run"), "audit", "audit", "findings.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replace('"dead"', '"lost"'));
  const page = pageWith({});
  expect(plain(sectionOf(page, "audit"))).toContain(
    "audit/findings.jsonl could not be read and is left out",
  );
  expect(page).not.toContain(at("run"));
});

test("decisions of people are shared out by type and language; conflicts count for neither side", () => {
  const decision = (itemId: string, decided: "accepted" | "rejected" | "conflict") => ({
    itemId,
    decision: decided,
    language: "en" as const,
  });
  putDecisions(at("run"), [
    decision(sampleItems[0]!.id, "accepted"),
    decision(sampleItems[1]!.id, "rejected"),
    decision("i-gone", "conflict"),
  ]);
  const lines = rows(sectionOf(pageWith({}), "acceptance")).map(line =>
    line.replace(/ accepted \d+, .*/, ""),
  );
  // One accepted, one rejected, one in conflict: 1 of 2.
  expect(lines.slice(1)).toEqual([
    "Factual 1 1 0 0 100%",
    "Comparison 1 0 1 0 0.0%",
    "Unknown type 1 0 0 1 –",
    "English 3 1 1 1 50.0%",
    "All 3 1 1 1 50.0%",
  ]);
});

test("the chart of losses says of items what its table says, however many references came through", () => {
  // 86 of 100 references were read, and 1 of 58 items came through.
  const losses = {
    ...lossesOf(100, { retrieval: 14 }),
    items: 58,
    lostItems: { retrieval: 10, generation: 47 },
  };
  const systems = [systemOf("A", { mrr: summary(0.5) }, { losses })];
  const lost = sectionOf(pageWith({ mine: resultOf({ systems }) }), "lost");
  expect(rows(lost)).toEqual([
    "System items parsing chunking retrieval reranking generation came through share",
    "A 58 0 0 10 0 47 1 1.7%",
    "System references parsing chunking retrieval reranking read share",
    "A 100 0 0 14 0 86 86.0%",
  ]);
  const [chart = ""] = /<figure>.*?<\/figure>/s.exec(lost) ?? [];
  expect(chart).toContain("of 58 items, 0 lost in parsing");
  expect([...plain(chart).matchAll(/[\d.]+%/g)].map(String)).toEqual(
    expect.arrayContaining(["17.2%", "81.0%"]),
  );
  expect(plain(chart)).not.toContain("86");
  // A bar for each step that lost items, and one for those that came through.
  expect(chart.match(/<rect [^>]*fill="var\(--step-/g)).toHaveLength(3);
});

test("names of systems, results and files are text, in tables, plots and labels", () => {
  const evil = `<script>alert("x")</script>&amp;\u0001`;
  const systems = [
    systemOf(evil, { mrr: summary(0.5) }, { losses: lossesOf(4, { retrieval: 1 }) }),
    systemOf("B", { mrr: summary(0.4) }),
  ];
  const provenance = {
    predictions: { path: evil, hash: "" },
    against: { path: evil, hash: "" },
    models: { [evil]: evil },
    program: evil,
  };
  const page = pageWith({ "<b>x": resultOf({ systems, provenance }) });
  expect(page).not.toMatch(/<script|<b>x|\u0001/);
  // Its ampersand is a text's, not an entity's: everywhere it is escaped once.
  expect(page).not.toContain("&amp;amp;amp;");
  expect(page).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;amp;�");
});
