// The report's section on a system over two splits.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PageLanguage } from "../../pipelines/report/page-language.ts";
import { writeReport } from "../../pipelines/report/page.ts";
import {
  linked,
  linkOf,
  putResult,
  resultOf,
  summary,
  systemOf,
} from "../support/evaluation-results.ts";
import type { SplitLink } from "../../schemas/evaluation/split-link.ts";
import { freshFolder } from "../support/folder.ts";
import { putNewsRun, writeNewsRun } from "../support/sample-news-run.ts";

const at = freshFolder();

/** The section of a fresh split of the sample's news with this evaluation beside it, as its reader sees it. */
function sectionWith(
  link: Partial<SplitLink> | null,
  settings: object = { older: "out/news" },
  language: PageLanguage = "en",
): string {
  writeNewsRun(at("run"));
  putNewsRun(at("run"), settings);
  const systems = [systemOf("mine", { "evidence-recall": summary(0.55) })];
  putResult(at("run"), "mine", resultOf({ name: "mine", systems, link: link && linkOf(link) }));
  const page = readFileSync(writeReport(at("run"), language), "utf8");
  const [, markup = ""] = page.split('<section id="linked">');
  return (markup.split("</section>")[0] ?? "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

test("a change stands as the system's part and the news', with what links the splits and what was left out", () => {
  const text = sectionWith({
    metrics: [linked()],
    unlinked: ["rouge-l"],
    notFrozen: [{ system: "<b>other", because: "its setting fetched differs" }],
  });
  expect(text).toContain(
    "Evidence recall 0.600 → 0.550 n 30 → 28 0.660 0.060 0.010 to 0.110 −0.110 −0.160 to −0.060 2 spread 0.120",
  );
  expect(text).toContain(
    "without Summarization (reverse), Chinese (4 → 1): one split has too few items.",
  );
  expect(text).toContain("in the same group of both splits: ROUGE-L.");
  expect(text).toContain("Not counted as frozen: &lt;b&gt;other (its setting fetched differs).");
});

test("where nothing is linked, it says that and what to do; a run that refreshes none says nothing", () => {
  const refusal = "No frozen system was scored on both splits: nothing can be told.";
  expect(sectionWith({ unlinked: ["mrr"], refusal })).toMatch(/nothing can be told\.$/);
  expect(sectionWith(null)).toContain("cannot be distinguished from a change in the news");
  expect(sectionWith(null, {})).toBe("");
});

test("a path outside is shown by its last part", () => {
  const older = { path: "/home/anna/secret/evaluations/mine", system: "mine" };
  expect(sectionWith({ older, metrics: [linked()] })).toContain("Compared with mine .");
});

test("a Chinese page says it in Chinese, but for the reasons that the result gives", () => {
  const [news, english] = [{ older: "out/news" }, /[a-z]+,? [a-z]+/i];
  const notFrozen = [{ system: "other", because: "旧设置" }];
  const text = sectionWith({ metrics: [linked()], unlinked: ["rouge-l"], notFrozen }, news, "zh");
  expect(text).toContain("换了一批新闻，题目可能变难，也可能变易。");
  expect(text).toContain(
    "证据召回率 0.600 → 0.550 n 30 → 28 0.660 0.060 0.010 至 0.110 −0.110 −0.160 至 −0.060 2 标准差 0.120",
  );
  expect(text).toContain("证据召回率：未计入摘要（中文，4 → 1），因为有一批的题太少。");
  expect(text).toContain("无法换算的指标：ROUGE-L。");
  expect(text).toContain("other 不算冻结系统： 旧设置 。");
  expect(text).not.toMatch(english);
  const none = sectionWith(null, news, "zh");
  expect(none).toContain("分不清变的是系统还是新闻");
  expect(none.replace("ragwright baseline", "")).not.toMatch(english);
  expect(sectionWith({ refusal: "It cannot be told." }, news, "zh")).toMatch(
    /评测给出的原因： It cannot be told\.$/,
  );
});
