// The sections on settings, traps, lost evidence, failed items and groups, in Chinese.

import { beforeAll, expect, test } from "vitest";
import { loadPlotLibrary } from "../../pipelines/report/evaluation/plot-library.ts";
import { failedItemsWords } from "../../pipelines/report/evaluation/failed-items-words.ts";
import { findSweeps } from "../../pipelines/report/evaluation/find-sweeps.ts";
import { chineseSection, latin as latinWords } from "../support/chinese-page.ts";
import { plain, rows } from "../support/page-markup.ts";
import {
  lossesOf,
  putResult,
  resultOf,
  settingOf,
  summary,
  sweepResult,
  sweptSystems,
  systemOf,
} from "../support/evaluation-results.ts";
import { putFailedEvaluation } from "../support/failed-evaluation.ts";
import { freshFolder } from "../support/folder.ts";
import { writeSampleRun } from "../support/sample-run.ts";

beforeAll(loadPlotLibrary);

const at = freshFolder();

/** A section of the sample run's page, with this result beside it. */
function section(id: string, result?: unknown): string {
  if (result !== undefined) {
    writeSampleRun(at("run"));
    putResult(at("run"), "mine", result);
  }
  return chineseSection(at("run"), id);
}

/** Without the names of retrievers. */
const latin = (markup: string) =>
  latinWords(markup).filter(word => !/bm25|bm|dense|hybrid|rerank/.test(word));

test("what the settings change: titles, axes, what is the same, and what a plot says", () => {
  const sweeps = section("sweeps", sweepResult());
  expect(plain(sweeps)).toContain("每条线连接只有这一项设置不同的系统。");
  expect(rows(sweeps)[0]).toBe("相同的设置 指标 128 256 512");
  expect(sweeps).toContain(
    'aria-label="证据召回率，按读取的分块数（top-k）。bm25，每块 512 词元：2 为 0.410（0.314 至 0.506）、4 为',
  );
  expect(latin(sweeps).toSorted()).toEqual(["nDCG", "top-k"]);
});

test("a series is named by what is the same in it, and of many series the rest is counted", () => {
  const systems = [0, 64].flatMap(overlap =>
    [1, 2, 3, 4].flatMap(topK =>
      [true, false].map(subjectPrefix =>
        systemOf(
          [overlap, topK, subjectPrefix].join(),
          { mrr: summary(0.5) },
          { setting: settingOf({ overlap, topK, subjectPrefix }) },
        ),
      ),
    ),
  );
  expect(findSweeps(systems, "zh")[1]?.series.map(({ name }) => name)).toEqual([
    "bm25，每块 512 词元，块前加文档名",
    "bm25，每块 512 词元",
    "bm25，每块 512 词元，重叠 64，块前加文档名",
    "bm25，每块 512 词元，重叠 64",
  ]);
  const sweeps = section("sweeps", resultOf({ systems }));
  expect(plain(sweeps)).toContain("另有 2 组没有画出。");
  expect(sweeps).toContain("与前一块重叠的词元数");
});

test("traps, and what the grounded share leaves out", () => {
  const systems = [
    systemOf("甲", {
      "right-answer-rate": summary(0.5),
      "stale-answer-rate": { value: 0.25, low: 0.1, high: 0.4, n: 40, undefined: 2 },
      "grounded-share": { value: 1, low: 1, high: 1, n: 3, undefined: 0 },
    }),
  ];
  const original = {
    against: { path: "out/first", hash: "2" },
    predictions: { path: "first.jsonl", hash: "3" },
    changed: 3,
    unchanged: ["4", "5"],
    unpaired: ["9"],
  };
  const traps = section("traps", resultOf({ systems, original }));
  expect(plain(traps)).toContain("判定由代码按数值和词语作出，不经评判模型。");
  expect(plain(traps)).toContain(
    "“依据文档的比例”只取答案与 out/first 不同的 3 道题。答案没有变的 2 道未计入：4、5。有 1 道在另一批中没有对应题目，未计入：9。",
  );
  expect(rows(traps)[0]).toBe("系统 依据文档的比例 答对率 旧答案率 ↓");
  expect(latin(traps)).toEqual([]);
});

test("where evidence was lost: steps, what is not told, and what the plot says", () => {
  const losses = lossesOf(10, { retrieval: 3, generation: 2 }, ["retrieval", "generation"]);
  const systems = Array.from({ length: 30 }, (_, place) =>
    systemOf(`系统 ${place}`, {}, { losses }),
  );
  const lost = section("lost", resultOf({ systems }));
  expect(rows(lost).slice(0, 2)).toEqual([
    "系统 题数 解析 切分 检索 重排 生成 没有丢失 比例",
    "系统 0 10 未说明 未说明 3 未说明 2 5 50.0%",
  ]);
  expect(plain(lost)).toContain("并非每个系统都说明了这些步骤：解析、切分、重排。");
  expect(plain(lost)).toContain("另有 6 个系统，见 result.json。");
  expect(lost).toContain("系统 0：10 道题中，检索丢失 3 道，生成丢失 2 道，未丢失证据的 5 道；");
  expect(latin(lost)).toEqual(["result", "json"]);
});

test("the failed items, and the ways to choose among them", () => {
  writeSampleRun(at("run"));
  putFailedEvaluation(at("run"), "甲");
  const failed = section("failed");
  expect(plain(failed)).toContain("甲：4 道题中答错 3 道");
  expect(rows(failed)).toEqual([
    "出错原因 步骤 题数 最先出现",
    "没有检索到证据 检索 2 2",
    "回答中的数字或日期不见于任何片段 生成 2 1",
  ]);
  expect(plain(failed.split('<div class="chooser">')[1]?.split("</div>")[0] ?? "")).toBe(
    "原因 全部（3） 没有检索到证据（2） 回答中的数字或日期不见于任何片段（2） 语言 全部（3） 中文（2） 英文（1） 题型 全部（3） 事实（3）",
  );
  expect(plain(failed)).toContain("切断证据的 4 处分块边界中，有 3 处紧接在“Ltd.”之后。");
  expect(plain(failed)).toContain("检索：没有检索到证据 · Question 1?");
  // The word that stands in the corpus.
  expect(latin(failed)).toEqual(["Ltd"]);
});

test("each cause is told in Chinese alone", () => {
  // k is what people set.
  for (const label of Object.values(failedItemsWords.zh.causes))
    expect(label).not.toMatch(/[a-z]{2}/i);
});

test("scores by type, domain and language", () => {
  const groups = section("groups", resultOf({ systems: [...sweptSystems] }));
  expect(plain(groups)).toContain("每组的题目少于全体，所以区间更宽。");
  expect(plain(groups)).toContain("共 10 个系统，这里取 4 个：按证据召回率从最高到最低均匀选出。");
  expect(groups).toContain('aria-label="证据召回率，按题型。比较：');
  expect(rows(groups).map(row => row.split(" ")[0])).toEqual(
    expect.arrayContaining(["题型", "事实", "领域", "语言", "英文"]),
  );
  // Domains, as in the data.
  expect(latin(groups)).toEqual(["finance", "law", "medical"]);
});
