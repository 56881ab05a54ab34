// A planted error is found if the same place is put right to the same effect, in whatever words.

import { expect, test } from "vitest";
import { isCorrectedBy, overlapOf } from "../../pipelines/crud/found-errors.ts";

const chinese =
  "新桥由省交投集团出资，通车时间定于雨季结束后，设计车速也比旧桥更高，两侧护栏均为标配，日车流量降到12000辆。";
const english =
  "The new bridge was paid for by the county, opens after the rains, and carries 12,000 cars a day.";

const material = (language: "zh" | "en") => ({
  language,
  sentences: [
    {
      number: 1,
      documentId: "d",
      document: "",
      text: "换肤不支持Pods 3、Pods 4i等11款。",
      start: 0,
      end: 20,
    },
  ] as never,
});

test.each([
  // Less is quoted, or more.
  ["statement", "设计车速也比旧桥更高", "设计车速则比旧桥低", "更高", "更低（60公里，旧桥80公里）"],
  ["statement", "均为标配", "均需选装", "两侧护栏均为标配", "两侧护栏要另外加钱"],
  ["value", "降到12000辆", "升到12000辆", "降到", "升至"],
  ["value", "12000辆", "21000辆", "12000", "21000"],
  // What the wrong text says, too, is no correction.
  ["value", "12000辆", "12000辆次、约9500辆", "12000辆", "约9500辆"],
  // A number of a name is no value.
  ["statement", "均为标配", "不配Pods 3等部分型号", "均为标配", "不配Pods、Pods 2等11款"],
  // The year stands elsewhere.
  ["value", "定于雨季结束后", "已在2023年6月", "定于雨季结束后", "就在今年6月"],
  ["name", "省交投集团", "州公路局", "省交投集团出资", "州公路局出资"],
])("%s: %s → %s is found by %s → %s", (kind, wrong, right, readWrong, readRight) => {
  const read = { wrong: readWrong, right: readRight };
  expect(isCorrectedBy(read, { kind, wrong, right }, chinese, material("zh"))).toBe(true);
});

test.each([
  ["another place", "statement", "均为标配", "均需选装", "更高", "更低"],
  ["another value", "value", "12000辆", "21000辆", "12000辆", "9000辆"],
  ["another name", "name", "省交投集团", "州公路局", "省交投集团", "铁路公司"],
  ["nothing in its place", "statement", "均为标配", "均需选装", "均为标配", ""],
])("%s is no correction", (_, kind, wrong, right, readWrong, readRight) => {
  const read = { wrong: readWrong, right: readRight };
  expect(isCorrectedBy(read, { kind, wrong, right }, chinese, material("zh"))).toBe(false);
});

test("in English likewise, and a stretch quoted with slips is placed by what it resembles", () => {
  const planted = { kind: "value", wrong: "12,000 cars", right: "8,500 cars" };
  expect(isCorrectedBy({ wrong: "12,000", right: "8,500" }, planted, english, material("en"))).toBe(
    true,
  );
  expect(isCorrectedBy({ wrong: "12,000", right: "9,000" }, planted, english, material("en"))).toBe(
    false,
  );
  const slip = { wrong: "opened after the rains", right: "opened in May" };
  expect(
    overlapOf(english, { wrong: "opens after the rains", right: "opened in May" }, slip),
  ).toEqual({ plantedText: "opened in May", readerText: "opened in May" });
});

test("of a stretch that occurs several times the place that touches the error counts", () => {
  const text = "甲站升到30%，乙站升到80%。";
  const planted = { wrong: "乙站升到80%", right: "乙站降到80%" };
  expect(overlapOf(text, planted, { wrong: "升到", right: "降到" })).toEqual({
    plantedText: "乙站降到80%",
    readerText: "乙站降到80%",
  });
});
