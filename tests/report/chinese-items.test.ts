// The report's sections on items in Chinese: what is the page's own is said in Chinese, what is the run's stays as it is.

import { expect, test } from "vitest";
import { writeLeaderboard } from "../../pipelines/run/leaderboard.ts";
import { storyDrafts } from "../../schemas/crud/stories/records.ts";
import { chineseSection } from "../support/chinese-page.ts";
import { freshFolder } from "../support/folder.ts";
import { known, sampleItems } from "../support/sample-items.ts";
import { newsItems } from "../support/sample-news.ts";
import { writeNewsRun } from "../support/sample-news-run.ts";
import { putItems, putRows, writeSampleRun } from "../support/sample-run.ts";
import { putScored } from "../support/scored-evaluations.ts";
import { measures } from "../support/settled-candidates.ts";
import { plain } from "../support/page-markup.ts";

const at = freshFolder();
const section = (id: string) => chineseSection(at("run"), id);
/** What the page says itself: without rules of style, and without the run's English texts, which are marked as such. */
const own = (markup: string) =>
  plain(
    markup
      .replace(/<style>.*?<\/style>/gs, "")
      .replace(/<(\w+)[^>]*\slang="en"[^>]*>.*?<\/\1>/gs, ""),
  );
/** A few words in a row, as no id or code has them. */
const english = /[A-Za-z]+,? [a-z]+,? [a-z]+/;

function writeRun(): void {
  writeSampleRun(at("run"));
  const list = [{ text: "May 1998", span: { documentId: "d-alder", start: 61, end: 69 } }];
  const [first, ...others] = sampleItems;
  putItems(at("run"), [
    {
      ...first!,
      ...known,
      keywords: { coarse: ["Alder"], fine: [list, list], passages: [1, 2] },
      measures: { ...measures, weight: 2.5 },
    },
    ...others,
  ]);
}

test("all items are chosen among by Chinese names", () => {
  writeSampleRun(at("run"));
  // Those of the scored evaluations.
  putItems(
    at("run"),
    sampleItems.map((item, place) => ({ ...item, id: `i${place}` })),
  );
  for (const name of ["keen", "dull"])
    putScored(at("run"), name, { "evidence-recall": [1, 0, 0, 1] });
  writeLeaderboard(at("run"));
  const shown = section("items");
  expect(shown).toContain('<option value="il-zh">中文（1）</option>');
  expect(shown).toContain('<option value="io-all">全部满分（2）</option>');
  expect(shown).toMatch(/Alder Mills<\/span>：<span lang="en">Alder Mills was founded/);
  expect(own(shown)).not.toMatch(english);
});

test("items to read tell in Chinese of references, keypoints, calculations and wrong answers", () => {
  writeRun();
  const shown = section("examples");
  const told = own(shown);
  for (const phrase of [
    "每种语言、每种题型各选两道",
    "事实 finance 英文 dev 价值 5、4 代表 2.5 篇文档 item-0",
    "以 2021-05-03 为准。答案由 2 篇文档汇总而成。是 item-of-the-original 的孪生题。",
    "计算：最大值（US$30 million、US$12 million）= US$30 million",
    "个字符 · 引用 1",
    "文中没有提到",
  ])
    expect(told).toContain(phrase);
  expect(shown).toContain('<span class="kind">旧答案</span><span lang="en">US$28 million</span>');
  expect(shown).toContain('<span class="kind">结论</span>');
  expect(plain(shown)).toContain("关键词： Alder ［ May 1998 ］［ May 1998 ］");
  expect(told).not.toMatch(english);
});

test("items of news tell in Chinese of thoughts, errors and held-out articles", () => {
  writeNewsRun(at("run"));
  const { id, language, domain } = newsItems.find(({ type }) => type === "correction")!;
  const task = {
    number: 1,
    type: "correction",
    input: "错",
    answer: "对",
    claims: [{ claim: "对", spans: [{ documentId: "a-bridge", start: 0, end: 1 }] }],
    derivations: [],
    errors: [{ wrong: "错", right: "对", kind: "value" }],
    worth: 4,
  };
  const draft = { id: `d-${id}`, language, domain, tasksId: "t", heldOutId: "n", task, read: 4 };
  putRows(at("run"), storyDrafts, [{ input: "t", made: [draft] }]);
  const shown = section("examples");
  expect(shown).toContain("<summary>出题思路</summary>");
  expect(shown).toContain('<b>改写</b>：<span lang="en">&lt;R&gt;</span>');
  expect(shown).toContain('<del>错</del> → <ins>对</ins> <span class="soft">数值或日期</span>');
  const told = plain(shown);
  expect(told).toContain("有意植入的错误：");
  expect(told).toContain("留出的文章： 青屿博物馆开馆 · 2025-04-10，不在语料库中");
  expect(told).toContain("语料库中有 馆藏三千件");
  expect(told).toContain("搜到但用不上的文章： 云汀大桥收费方案 。");
  expect(own(shown)).not.toMatch(english);
  expect(plain(section("made"))).toContain("两者没有共用的文档。");
});

test("what was made and what it is worth are told in Chinese; a run's own reason stays", () => {
  writeRun();
  const made = section("made");
  expect(plain(made)).toContain("划分：dev 2 道，test 3 道（dev 占 40.0%）；两者共用 1 篇文档。");
  expect(made).toContain('<b>事实，finance en</b>：<span lang="en">1 of 2: 2 candidates');
  expect(own(made)).not.toMatch(english);
  const worth = own(section("worth"));
  expect(worth).toContain("经过盲审 1");
  expect(worth).toContain("2 组细粒度关键词中，1 组（50.0%）只出现在语料库的一个段落里");
  expect(worth).not.toMatch(english);
});
