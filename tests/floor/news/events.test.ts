// Event line, single events and extractive summary.

import { describe, expect, test } from "vitest";
import { eventsOf, type Language } from "./asking.ts";
import { chinese, english } from "./fixtures/articles.ts";

const told = [...english.map(article => ({ article, language: "en" as Language })), ...chinese.slice(0, 2).map(article => ({ article, language: "zh" as Language }))]
  .map(({ article, language }) => ({ article, language, reply: eventsOf(article, language) }))
  .filter(({ reply }) => reply.declined === null);

test("most of the reports are told", () => {
  expect(told.length).toBeGreaterThanOrEqual(9);
});

describe("what is told", () => {
  test("has a summary of the promised length", () => {
    const lengths = (language: Language) =>
      told.filter(one => one.language === language).map(({ reply }) => (language === "zh" ? reply.summary.length : reply.summary.split(" ").length));
    expect(lengths("zh").filter(length => length < 80 || length > 200)).toEqual([]);
    expect(lengths("en").filter(length => length < 40 || length > 110)).toEqual([]);
  });

  test("has an event line with a day, shorter than half the summary", () => {
    for (const { reply } of told) {
      expect(reply.event).toMatch(/\d{4}/);
      expect(reply.event.length * 1.5).toBeLessThan(reply.summary.length);
    }
  });

  test("has one to six events, none of them twice", () => {
    for (const { reply } of told) {
      expect(reply.events.length).toBeGreaterThanOrEqual(1);
      expect(reply.events.length).toBeLessThanOrEqual(6);
      expect(new Set(reply.events).size).toBe(reply.events.length);
    }
  });

  test("quotes nobody's exclamation", () => {
    expect(told.filter(({ reply }) => /过江终于方便了|great day/.test(reply.summary))).toEqual([]);
  });
});

test("a sentence's dateline is cut and its day completed", () => {
  expect(eventsOf(chinese[0]!, "zh").event).toBe("云麓市北岭大桥2024年3月5日恢复双向通行。");
});

test("an advertisement and rubbish are declined with everything else empty", () => {
  for (const text of [chinese[2]!.text, "", "。。。", "1. a\n2. b\n3. c\n4. d\n5. e"]) {
    const { declined, ...rest } = eventsOf({ headline: null, published: null, text }, "zh");
    expect(declined).not.toBeNull();
    expect(rest).toEqual({ event: "", events: [], summary: "" });
  }
});

test("the same article gives the same reply", () => {
  expect(eventsOf(english[0]!, "en")).toEqual(eventsOf(english[0]!, "en"));
});

const more =
  "步道全长九公里，总投资三千万元，沿途有五座桥和两处码头。陆知微为步道题了名，并捐出了三百册图书。步道由澄江路桥承建，工期为十四个月。云麓市园林局将在步道两侧种下两千棵柳树。";
const lineOf = (lead: string, published: string | null) => eventsOf({ headline: null, published, text: `${lead}${more}` }, "zh").event;

test.each(["云麓市园林局举行新闻发布会。", "云麓市人民法院发布司法解释。", "云麓市园林局局长陆知微表示，2023年10月的环湖步道开放仪式。"])(
  "what says not what happened is no event: %s",
  lead => {
    expect(lineOf(lead, "2024-03-05")).not.toContain(lead.slice(0, -1));
  },
);

test.each(["2024年第一季度，", "2024年春节前夕，"])("a clause of time before the subject is kept: %s", time => {
  expect(lineOf(`${time}云麓市园林局开放了环湖步道和五座桥。`, "2024-03-05")).toContain(`${time}云麓市园林局`);
});

test("without any day there is no event", () => {
  const lead = "云麓市园林局开放了环湖步道和五座桥。";
  expect([lineOf(lead, null), lineOf(lead, "2024-03-05")]).toEqual(["", `据2024年3月5日的报道，${lead}`]);
});
