// The sections on what review, people and audit say of the items, and on coverage, labels, support and an older split, in Chinese.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { wholeInput } from "../../pipelines/engine/outcome-journal.ts";
import { loadPlotLibrary } from "../../pipelines/report/evaluation/plot-library.ts";
import { olderSplitRows } from "../../schemas/crud/older-split.ts";
import { FindingCode } from "../../schemas/evaluation/findings.ts";
import { chineseSection, latin } from "../support/chinese-page.ts";
import { plain, rows } from "../support/page-markup.ts";
import { putAudit, putDecisions } from "../support/evaluation-results.ts";
import { freshFolder } from "../support/folder.ts";
import { anAnswer, aQuestion } from "../support/items.ts";
import { writeCofeRun } from "../support/sample-cofe-run.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putNewsRun, putWithheldDraft, writeNewsRun } from "../support/sample-news-run.ts";
import { putRows, writeSampleRun } from "../support/sample-run.ts";

beforeAll(loadPlotLibrary);

const at = freshFolder();
const section = (id: string) => chineseSection(at("run"), id);

test("what the review accepted", () => {
  const question = aQuestion({ id: "a1", type: "factual" });
  const answer = anAnswer({ id: "a1", question });
  const [questionId, language, accepted] = ["a1", "en" as const, true];
  const verdict = { id: "v1", answerId: "a1", questionId, language, accepted, reasons: [] };
  writeCofeRun(at("run"), { reviewed: [{ answer, verdict }] });
  const reviewed = section("reviewed");
  expect(plain(reviewed)).toContain("按题型统计样例；代码拒绝的也计入复审数，但不算接受。");
  expect(rows(reviewed).slice(0, 2)).toEqual([
    "题型 复审 接受 接受率 论文 被拒的粗粒度关键词 被拒的细粒度关键词组",
    "事实 1 1 100% 75.0% 0 0",
  ]);
  expect(latin(reviewed)).toEqual([]);
});

test("what people accepted", () => {
  writeSampleRun(at("run"));
  const language = "en" as const;
  putDecisions(at("run"), [
    { itemId: sampleItems[0]!.id, decision: "accepted", language },
    { itemId: "i-gone", decision: "conflict", language },
  ]);
  const acceptance = section("acceptance");
  expect(plain(acceptance)).toContain(
    "标注者对本次运行的题目共作出 2 次判断；有分歧的不计入任何一方。",
  );
  expect(acceptance).toMatch(/aria-label="接受 1\W+拒绝 0\W+有分歧 1"/);
  expect(rows(acceptance).map(row => row.split(" ")[0])).toEqual([
    "题目",
    "事实",
    "题型不明",
    "英文",
    "全部",
  ]);
  // The protocol's own name.
  expect(latin(acceptance)).toEqual(["crud-query"]);
});

test("the items on trial: each code of a finding, the plot and what is left out", () => {
  writeSampleRun(at("run"));
  const itemId = sampleItems[0]!.id;
  const found = FindingCode.options.map(code => ({ itemId, code, detail: "All 0.5." }));
  const many = Array.from({ length: 40 }, () => found[0]!);
  putAudit(at("run"), {
    found: [...found, ...many],
    statistics: [
      { id: itemId, difficulty: 0.4, discrimination: -0.2 },
      { id: "i-elsewhere", difficulty: null, discrimination: null },
    ],
  });
  const audit = section("audit");
  expect(plain(audit)).toContain("5 道题中有 1 道（20.0%）查出疑点。");
  expect(audit).toContain("1 道题的难度与区分度，按证据召回率：其中 1 道的区分度为负。");
  expect(plain(audit)).toContain("2 道题中有 1 道没有这两项");
  expect(plain(audit)).toContain("另有 7 处，见 audit/audit/findings.jsonl。");
  expect(latin(audit)).toEqual(["audit", "findings", "jsonl"]);
  const path = join(at("run"), "audit", "audit", "findings.jsonl");
  writeFileSync(path, readFileSync(path, "utf8").replaceAll('"dead"', '"lost"'));
  expect(plain(section("audit"))).toContain("audit/findings.jsonl 无法读取");
});

test("fact coverage", () => {
  writeSampleRun(at("run"));
  const coverage = section("coverage");
  expect(rows(coverage)[0]).toBe("文档 写明 缺失 有意不写 已写明的比例");
  expect(plain(coverage)).toMatch(/最常缺失： \S+ ?（1）。/);
  // Domains and the codes of languages, as in the data.
  expect(latin(coverage)).toEqual(["finance", "en", "zh", "medical"]);
});

test("labels and support, with what is told again of the withheld articles", () => {
  writeNewsRun(at("run"));
  putWithheldDraft(at("run"));
  const support = section("support");
  expect(rows(support)[1]).toBe("摘要 1 1 0 50.0% 75.0%（共 8 句）");
  expect(plain(support)).toContain("摘要：得到支持的事实比例，按 0.1 分档");
  expect(latin(support)).toEqual([]);
  const labels = section("labels");
  expect(rows(labels)[0]).toBe(
    "题型 题数 依据 佐证 还原 每题标签数 平均等级 计入 CRUD 的 MRR 无标签的题",
  );
  expect(rows(labels)).toContain("摘要 1 0 0 1 1.00 2.00 0 0");
  // Roles as labels.jsonl calls them, stated once.
  expect(latin(labels)).toEqual(["gold", "support", "reconstruction", "CRUD", "MRR"]);
});

test("the older split", () => {
  writeNewsRun(at("run"));
  putNewsRun(at("run"), { older: "out/spring" });
  putRows(at("run"), olderSplitRows, [{ input: wholeInput, made: [] }]);
  const shown = section("older");
  expect(plain(shown)).toContain("较早的一批是 out/spring ；");
  expect(rows(shown)[0]).toBe("任务 题数 文章 日期 输入字符数 答案字符数");
  expect(rows(shown).some(row => row.startsWith("单文档问答，中文 0 → 1"))).toBe(true);
  expect(latin(shown)).toEqual([]);
});
