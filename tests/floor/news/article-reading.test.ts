// What is cut from a news sentence, and what is marked as not fit to be used.

import { describe, expect, test } from "vitest";
import { readNews, whyNoReport } from "../../../pipelines/floor/news/article-reading.ts";
import { splitSentences } from "../../../pipelines/text/sentences.ts";

const read = (text: string, published: string | null = "2024-03-05") =>
  readNews(
    splitSentences(text, "zh").map((sentence, at) => ({ number: at + 1, text: sentence.text })),
    published,
    "zh",
  );
const first = (text: string) => read(text)[0]!;

test.each([
  ["湖边新修的步道真让人舒心啊近日，云麓市园林局开放了环湖步道。", "云麓市园林局开放了环湖步道。"],
  ["三年攒下一座小书房的乡村教师日前，云麓市的陆知微把书房捐给了学校。", "云麓市的陆知微把书房捐给了学校。"],
  ["（沈青、陆知微）云麓市园林局开放了环湖步道。", "云麓市园林局开放了环湖步道。"],
  ["步道全长九公里引来许多游人【云麓在线综合报道】云麓市园林局开放了环湖步道。", "云麓市园林局开放了环湖步道。"],
])("a heading or byline that ran into the sentence is cut: %s", (source, text) => {
  expect(first(source)).toMatchObject({ text, glued: false, boilerplate: false });
});

test.each(["步道开放仪式现场3月4日，云麓市园林局请来了五十位居民。", "步道开放近日，在湖边举行仪式的是园林局。", "一等奖高达九千万据云麓新闻网，中奖的是一位店主。"])(
  "a sentence that something ran into and that cannot be parted is not used: %s",
  source => {
    expect(first(source)).toMatchObject({ glued: true, boilerplate: true });
  },
);

test.each([
  "截至3月4日，步道已接待五十位居民。",
  "直到近日，步道才对居民开放。",
  "根据云麓新闻网，步道长九公里。",
  "今年3月4日，步道对居民开放。",
  "另据云麓日报报道，步道长九公里。",
])("an opening that belongs to its sentence is no such thing: %s", source => {
  expect(first(source).glued).toBe(false);
});

test.each(["步道图自云麓园林局。", "步道规划截图云麓市园林局在湖边开放了步道。", "腾讯新闻《一线》云麓市园林局开放步道。"])(
  "a caption or a column's name is the portal's: %s",
  source => {
    expect(first(source).boilerplate).toBe(true);
  },
);

describe("who said it without what was said", () => {
  test.each(["云麓市园林局局长陆知微说。", "居民走得更远了，陆知微介绍。", "步道修得很好，沈青表示。"])("is a quotation: %s", source => expect(first(source).quoted).toBe(true));
  test.each(["陆知微写过三部小说。", "沈青评上了高级职称。", "陆知微说步道长九公里。"])("is not: %s", source => expect(first(source).quoted).toBe(false));
});

const body = "云麓市园林局3月4日开放了环湖步道。步道全长九公里，总投资三千万元。园林局局长陆知微为步道题了名。步道由澄江路桥集团承建，工期十四个月。";

test.each([
  ["", null],
  ["各桥的位置见图2。", "notice"],
  ["4日08时至5日08时有小雨。", "notice"],
  ["特此公告。", "notice"],
  ["新款手表首发价899元。", "notice"],
])("a report with “%s” in it is refused as %s", (more, refusal) => {
  expect(whyNoReport(read(body + more), "zh")).toBe(refusal);
});

test("an article whose heading cannot be parted from its first sentence is refused", () => {
  expect(whyNoReport(read(`步道开放仪式现场3月4日，云麓市园林局请来了五十位居民。${body}`), "zh")).toBe("glued");
});
