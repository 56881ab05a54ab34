// Articles are cut to their own text, dated, and taken or rejected for one stated reason.

import { expect, test } from "vitest";
import { articlesStage } from "../../pipelines/crud/articles.ts";
import { cleanArticle, separateArticles } from "../../pipelines/crud/clean-article.ts";
import { withoutInserts } from "../../pipelines/crud/news-inserts.ts";
import { sentenceKey } from "../../pipelines/crud/repeated-sentences.ts";
import { articles, type RawArticleRow } from "../../schemas/crud/records.ts";
import type { UhgevalRecord } from "../../schemas/formats/uhgeval.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { Settings } from "../../schemas/settings.ts";

const raw = (text: string, over: Partial<RawArticleRow> = {}): RawArticleRow => ({
  id: "raw-1",
  domain: "news",
  text,
  headline: null,
  published: null,
  source: null,
  annotation: null,
  provenance: { source: "news.txt", licence: null },
  ...over,
});
const long = "河湾大桥三日通车，人们很高兴。".repeat(40);
const outcome = async (row: RawArticleRow, crud: object = {}) => {
  const stage = articlesStage(Settings.parse({ crud }).crud);
  const { context } = scriptedContext({ boilerplate: [] });
  const result = await stage.each(row, context as never);
  return result.outcome === "made" ? result.outcome : `${result.outcome} ${result.code}`;
};

test("an article keeps its text, and what was cut from it stood", () => {
  const article = cleanArticle(
    raw(
      `来源：河湾日报 | 2024-05-03 10:00，正文：${long}  人们还在桥上。(完)（张三）返回搜狐，查看更多责任编辑：`,
    ),
  );
  expect(articles.row.parse(article)).toMatchObject({
    rawId: "raw-1",
    language: "zh",
    domain: "news",
    headline: null,
    published: "2024-05-03",
    source: "河湾日报",
    text: `${long}\n人们还在桥上。`,
    cut: {
      header: "来源：河湾日报 | 2024-05-03 10:00，正文：",
      footer: "返回搜狐，查看更多责任编辑：",
      signOff: "(完)（张三）",
    },
  });
});

test("what a feed said counts before the header, and a date without its year does not replace the header's", () => {
  const text = `2024-05-03，正文：${long}来源：河湾网`;
  expect(
    cleanArticle(
      raw(text, { headline: " 桥 ", published: "Sat, 04 May 2024 01:00:00 GMT", source: "河湾台" }),
    ),
  ).toMatchObject({
    headline: "桥",
    published: "2024-05-04",
    source: "河湾台",
  });
  expect(cleanArticle(raw(text, { published: "5月4日" }))).toMatchObject({
    published: "2024-05-03",
    source: "河湾网",
  });
});

test("English articles are cut the same way", () => {
  const body = "The council of Corrie voted on Tuesday to reopen the bridge.";
  expect(
    cleanArticle(
      raw(
        `Corrie reopens its bridge\nBy Ann Lowe | 3 May 2024\n\n${body}\n\n(Reporting by Ann Lowe)\n© 2024 Corrie Courier`,
      ),
    ),
  ).toMatchObject({
    language: "en",
    headline: "Corrie reopens its bridge",
    published: "2024-05-03",
    text: body,
    cut: { footer: "© 2024 Corrie Courier", signOff: "(Reporting by Ann Lowe)" },
  });
});

test.each([
  [raw("2024-05-03，正文：(完)"), {}, "rejected no-text"],
  [raw("桥通车了。"), {}, "rejected too-short"],
  [raw(long.repeat(3)), {}, "rejected too-long"],
  [raw("The bridge is open. ".repeat(40)), {}, "rejected too-short"],
  [raw("The bridge is open. ".repeat(60)), {}, "made"],
  [raw(long), {}, "made"],
  [raw(long), { undated: "drop" }, "rejected undated"],
  [raw(long), { since: "2024-05-03" }, "rejected undated"],
  [raw(`05-04 10:00，正文：${long}`), { since: "2024-05-03" }, "rejected undated"],
  [raw(`2024-05-02，正文：${long}`), { since: "2024-05-03" }, "rejected too-old"],
  [raw(`2024-05-03，正文：${long}`), { since: "2024-05-03" }, "made"],
])("case %#: an article is taken, or rejected with its reason", async (row, settings, expected) => {
  expect(await outcome(row, settings)).toBe(expected);
});

test("advertisements, captions, credits and what stands in many articles are cut out of the middle", () => {
  const text = `${long}广告 小镇青年的逆袭之路，点进来看！ ×大桥全长两公里。新桥夜景（河湾市融媒体中心供图）河湾日报愿与您常相伴。图为通车仪式。 张三 摄\n车流不断。`;
  const known = new Set([sentenceKey("河湾日报愿与您常相伴。")]);
  expect(cleanArticle(raw(text), known)?.text).toBe(`${long}大桥全长两公里。\n车流不断。`);
});

test.each([
  ["台风将至。图/河湾海洋台 河湾海洋台今早发布警报。", "台风将至。河湾海洋台今早发布警报。"],
  ["图源：网络搜索8月17日，浴场发布通告。", "8月17日，浴场发布通告。"],
  ["河湾气象台制图 全市大部将有风雨。", "全市大部将有风雨。"],
  ["河湾交警总队供图人民网河湾8月15日电 警方行动。", "人民网河湾8月15日电 警方行动。"],
  [
    "河湾新闻记者 陈立 实习生 王小舟8月17日，浴场发布通告。门票 50 元（河湾之家注：约 7 美元）起。",
    "8月17日，浴场发布通告。门票 50 元起。",
  ],
  [
    "清查结束。货船停泊在河湾港外等候。新华社发记者从海事局获悉，船已放行。",
    "清查结束。记者从海事局获悉，船已放行。",
  ],
  ["清查结束。新华社发表评论，说这样做得对。", "清查结束。新华社发表评论，说这样做得对。"],
  ["新馆建成“数字书库” 河湾图书馆供图 目前读者很多。", "目前读者很多。"],
  ["（河湾日报客户端记者 周闻）刚刚，当地启动应急响应！", "刚刚，当地启动应急响应！"],
  ["两县签了约。（注：本文为专家来稿。供读者参考。）", "两县签了约。"],
  ["全县有两千亩（注：1亩约667平方米）。", "全县有两千亩（注：1亩约667平方米）。"],
  [
    "他供图给报社，又制图一张。（据记者了解）人很多。",
    "他供图给报社，又制图一张。（据记者了解）人很多。",
  ],
])("what ran into a sentence from a picture or a byline is cut: %s", (text, left) => {
  expect(withoutInserts(text, "zh")).toBe(left);
});

test("articles that a page ran together are taken apart, each by its own length", async () => {
  const second = `河湾社上城8月3日电 ${"上城图书馆重新开放，读者很多。".repeat(40)}`;
  const parts = separateArticles(cleanArticle(raw(`${long}${second}`))!);
  expect(parts.map(({ text }) => text)).toEqual([long, second.trim()]);
  expect(new Set(parts.map(({ id }) => id)).size).toBe(2);
  expect(await outcome(raw(`${long}河湾社上城8月3日电 读者很多。`))).toBe("made");
});

test.each([
  ["a phone number", `${long}有意者请致电13912345678。`],
  ["an account", `${long}收款账号：6222 0000 1111 2222 333。`],
  ["shame over people without an office", `${long}李某被指出轨，网友称他与王女士有婚外情。`],
])("an article with %s is left out, unless private data is kept", async (_, text) => {
  expect(await outcome(raw(text))).toBe("rejected private");
  expect(await outcome(raw(text), { private: "keep" })).toBe("made");
});

test("an annotated article may have any length, but not any age", async () => {
  const annotation = { id: "num_000001" } as UhgevalRecord;
  expect(await outcome(raw("桥通车了。", { annotation }))).toBe("made");
  expect(
    await outcome(raw("桥通车了。", { annotation, published: "2015-10-18 23:14:21" }), {
      since: "2024-01-01",
    }),
  ).toBe("rejected too-old");
});
