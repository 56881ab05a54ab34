// The report's sections on losses, failures, wordings and calls, on a Chinese page.

import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chineseSection } from "../support/chinese-page.ts";
import { plain } from "../support/page-markup.ts";
import { freshFolder } from "../support/folder.ts";
import { putRun, writeSampleRun } from "../support/sample-run.ts";

const at = freshFolder();

const told = (id: string) => plain(chineseSection(at("run"), id));

test("losses and failures are told in Chinese, their codes and details as the run has them", () => {
  writeSampleRun(at("run"));
  const losses = told("losses");
  expect(losses).toMatch(/^拒绝、放弃与失败 检查不通过为拒绝，模型不作答为放弃，/);
  expect(losses).toContain("阶段 结果 原因 行数 示例");
  expect(losses).toMatch(/items\/questions 失败 bad-reply 1 /);
  expect(losses).not.toMatch(/Checks|rejected|declined|failed|reason|example/);
  const failures = told("failures");
  expect(failures).toContain("技术性失败会在下次运行时重试；");
  expect(failures).toContain("bad-reply （回复不合要求）： It was no JSON.");
  expect(failures).toContain("原始回复");
  expect(failures).not.toMatch(/Technical|contract|raw reply/);
});

test("a run without losses says so in Chinese", () => {
  putRun(at("run"));
  expect(told("losses")).toContain("没有任何一条被拒绝、放弃或失败。");
  expect(told("failures")).toContain("没有失败的行。");
});

test("wordings and lengths are told in Chinese", () => {
  writeSampleRun(at("run"));
  const measures = told("measures");
  expect(measures).toContain("问题 总数 不同措辞 占比 用过不止一次的");
  expect(measures).toContain("英文题目：每道题的平均值（最小–最大）");
  expect(measures).toContain("答案平均字符数");
  expect(measures).not.toMatch(/distinct|wordings|characters|keypoints|English|mean|none/);
});

test("calls are told in Chinese", () => {
  putRun(at("run"));
  appendFileSync(
    at("run", "calls.jsonl"),
    `${JSON.stringify({ key: "k", stage: "items/answers", model: "m", batch: true, usage: { inputTokens: 20, outputTokens: 3 } })}\n`,
  );
  const calls = told("calls");
  expect(calls).toContain("calls.jsonl 中的全部回复。");
  expect(calls).toContain("items/answers m 批量 1 20 0 3 输入词元 20，输出词元 3");
  expect(calls).not.toMatch(/tokens|reply|batch|cached/);
});
