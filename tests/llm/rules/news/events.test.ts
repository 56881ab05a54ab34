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
