// Days are completed where they are certain, and left alone where they are not.

import { expect, test } from "vitest";
import { isVagueInTime, whenWritten, withExplicitDays } from "../../../pipelines/floor/news/explicit-days.ts";

const zh = { published: "2024-03-06", dateline: "2024-03-06" };

test.each([
  ["3月5日通车。", "2024年3月5日通车。"],
  ["5日通车。", "2024年3月5日通车。"],
  ["今天通车，昨日试车。", "2024年3月6日通车，2024年3月5日试车。"],
  ["去年11月封闭。", "2023年11月封闭。"],
  ["2023年12月5日封闭。", "2023年12月5日封闭。"],
  ["12月20日封闭。", "2023年12月20日封闭。"],
  ["8月通车。", "8月通车。"],
  ["历时5日均正常。", "历时5日均正常。"],
])("%s", (sentence, completed) => {
  expect(withExplicitDays(sentence, zh, "zh")).toBe(completed);
});

test("without a dateline, today stays today", () => {
  expect(withExplicitDays("今天通车。", { published: "2024-03-06", dateline: null }, "zh")).toBe("今天通车。");
});

test("a dateline counts when it lies at most three days before publication", () => {
  expect(whenWritten("本报云麓3月5日电 大桥通车", "2024-03-06", "zh").dateline).toBe("2024-03-05");
  expect(whenWritten("本报云麓2月5日电 大桥通车", "2024-03-06", "zh").dateline).toBeNull();
  expect(whenWritten("本报云麓3月5日电 大桥通车", null, "zh").dateline).toBeNull();
});

test.each([
  ["It closed on Tuesday.", "It closed on 5 March 2024."],
  ["It will close on Tuesday.", "It will close on Tuesday."],
  ["It is set to close on Tuesday.", "It is set to close on Tuesday."],
  ["The council votes on Tuesday.", "The council votes on Tuesday."],
  ["It burnt on 31 October.", "It burnt on 31 October."],
  ["It burnt on 1 March.", "It burnt on 1 March 2024."],
  ["It burnt on March 1 at noon.", "It burnt on March 1, 2024 at noon."],
  ["It burnt on 1 March 2021.", "It burnt on 1 March 2021."],
])("%s", (sentence, completed) => {
  expect(withExplicitDays(sentence, { published: "2024-03-06", dateline: null }, "en")).toBe(completed);
});

test("what is left of relative time is seen", () => {
  expect(["近日通车", "上半年增长", "5日通车", "周三通车"].map(text => isVagueInTime(text, "zh"))).toEqual([true, true, true, true]);
  expect(["2024年上半年增长", "2024年3月5日通车", "通车3天"].map(text => isVagueInTime(text, "zh"))).toEqual([false, false, false]);
  expect(["It closed yesterday.", "It closed on 5 March 2024."].map(text => isVagueInTime(text, "en"))).toEqual([true, false]);
});
