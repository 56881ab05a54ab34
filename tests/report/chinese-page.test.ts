// What stands around the sections of a Chinese page, its rankings and judges, and what is read out in the place of its plots.

import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { intervalPlot } from "../../pipelines/report/evaluation/interval-plot.ts";
import { loadPlotLibrary } from "../../pipelines/report/evaluation/plot-library.ts";
import { writeReport } from "../../pipelines/report/page.ts";
import { putResult, resultOf, summary, sweepResult } from "../support/evaluation-results.ts";
import { freshFolder } from "../support/folder.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { writeSampleRun } from "../support/sample-run.ts";
import { plain, sectionOf } from "../support/page-markup.ts";

beforeAll(loadPlotLibrary);

const at = freshFolder();
const page = () => readFileSync(writeReport(at("run"), "zh"), "utf8");
const heard = (markup: string) =>
  [...markup.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, said]) => said);
const tiles = (markup: string) =>
  [...markup.matchAll(/<div class="tile[^"]*"><b>([^<]*)<\/b><span>([^<]*)<\/span>/g)].map(
    ([, value, label]) => `${value} ${label}`,
  );
/** Two words beside one another. */
const english = /[a-z]+,? [a-z]+/i;

test("its title, its tiles and its foot are Chinese", () => {
  writeSampleRun(at("run"));
  putResult(at("run"), "sweep", sweepResult());
  const shown = page();
  expect(shown).toContain("<title>rageval（rules@1）· ragwright</title>");
  expect(tiles(shown)).toEqual([
    "5 道题，目标 2 道",
    "4 篇文档",
    "100% 的引用与原文一字不差（共 5 条）",
    "80.0% 的事实已写明",
    "100% 的措辞互不相同",
    "10 个系统已评测",
    "2 行失败",
  ]);
  const foot = plain(shown.split("<footer>")[1] ?? "");
  expect(foot).toBe("由 ragwright 生成。追溯任一题目的来源： ragwright trace RUN ITEM-ID 。");
  writeNewsRun(at("run"));
  expect(tiles(page())).toContain("10 篇输入的文章");
});

test("a ranking is told and drawn in Chinese; the other half of the items has a Chinese name", () => {
  writeSampleRun(at("run"));
  const [ranking] = sweepResult().ranking;
  const halves = { ...ranking!, other: "the other half of the items" };
  putResult(at("run"), "sweep", resultOf({ ranking: [halves] }));
  const shown = sectionOf(page(), "ranking");
  const told =
    "Kendall τ 为 0.730（0.510 至 0.880），按 10 个系统计算；这批题 100 道，另一批 120 道。";
  expect(plain(shown)).toContain("证据召回率，与 题目的另一半 对照");
  expect(plain(shown)).toContain(told);
  expect(plain(shown)).toContain("数值 系统 这批题 另一批题");
  expect(heard(shown)).toEqual([
    `各系统的证据召回率：在这批题上，以及在另一批题（题目的另一半）上。${told}`,
  ]);
  expect(plain(shown)).not.toMatch(english);
});

test("a judge beside people is told in Chinese", () => {
  writeSampleRun(at("run"));
  putResult(at("run"), "sweep", resultOf({ judges: sweepResult().judges }));
  const judges = plain(sectionOf(page(), "judges"));
  expect(judges).toContain("只取评判模型和人都评判过的回答。");
  expect(judges).toContain("指标 回答数 平均绝对差 κ 判定数 完整度 40 0.071 0.680 171");
  expect(judges).not.toMatch(english);
});

test("values and intervals are read out with the punctuation of the page", () => {
  const value = { ...summary(0.5), low: 0.4, high: 0.6 };
  const rows = [
    { name: "甲", values: [value, undefined] },
    { name: "乙", values: [{ ...value, low: null }, value] },
  ];
  const said = { label: "召回率", series: ["a", "b"], rows };
  expect(heard(intervalPlot({ ...said, language: "zh" }).html)).toEqual([
    "召回率。甲：a 0.500（0.400 至 0.600），b –；乙：a 0.500，b 0.500（0.400 至 0.600）",
  ]);
  expect(heard(intervalPlot(said).html)).toEqual([
    "召回率. 甲: a 0.500 (0.400 to 0.600), b –; 乙: a 0.500, b 0.500 (0.400 to 0.600)",
  ]);
});
