// Every usual way to write a date, a number or an amount, and its comparable form.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findValues } from "../../pipelines/text/values.ts";
import { cases } from "../support/cases.ts";

const canonical = (text: string): string[] =>
  findValues(text).map(value => `${value.kind} ${value.canonical}`);

cases<[text: string]>("text/values", "%s is the fifth of March 2021", text => {
  expect(canonical(text)).toEqual(["date 2021-03-05"]);
});

cases<[text: string, expected: string]>(
  "text/values",
  "the date %s is read as %s",
  (text, expected) => {
    expect(canonical(text)).toEqual([expected]);
  },
);

cases<[text: string, expected: string[]]>(
  "text/values",
  "the ends of the range %s share what is said once",
  (text, expected) => {
    expect(canonical(text)).toEqual(expected);
  },
);

cases<[text: string, expected: string]>("text/values", "%s is %s", (text, expected) => {
  expect(canonical(text)).toEqual([`money ${expected}`]);
});

test("working days are no days, nor any other length", () => {
  const ten = "duration 10 workday";
  for (const text of [
    "within 10 working days",
    "a 10 business-day window",
    "10个工作日内",
    "10 工作日",
  ])
    expect(canonical(text)).toEqual([ten]);
  expect(canonical("10 days, 10 weeks")).toEqual(["duration 10 day", "duration 10 week"]);
});

test("plain and financial numerals do not mix: to land on two of them is not a number of sixty-two", () => {
  expect(canonical("登陆两个平台")).toEqual(["number 2"]);
  expect(canonical("壹万贰仟元整")).toEqual(["money 12000 CNY"]);
});

test("tenths are read with a blank before their sign too", () => {
  expect(findValues("烧至 6 成热")[0]).toMatchObject({ kind: "percent", canonical: "60" });
});

test("in a range of amounts scale and currency said once hold for both", () => {
  expect(canonical("$5-6 million")).toEqual(["money 5000000 USD", "money 6000000 USD"]);
  expect(canonical("售30.18-37.98万元")).toEqual(["money 301800 CNY", "money 379800 CNY"]);
  expect(canonical("2-3亿元")).toEqual(["money 200000000 CNY", "money 300000000 CNY"]);
  expect(canonical("5-6天")).toEqual(["duration 5 day", "duration 6 day"]);
});

cases<[text: string, expected: string]>("text/values", "%s is read as %s", (text, expected) => {
  expect(canonical(text)).toEqual([expected]);
});

test("percentages of a list have the unit that is said once; lengths of which one is not within the other are two", () => {
  expect(canonical("升0.3、0.5个和2.1个百分点")).toEqual([
    "percent 0.3",
    "percent 0.5",
    "percent 2.1",
  ]);
  expect(canonical("three and 5 percent")).toEqual(["percent 3", "percent 5"]);
  expect(canonical("3人和5%")).toEqual(["number 3", "percent 5"]);
  expect(canonical("two months and two hours")).toEqual(["duration 2 month", "duration 2 hour"]);
});

test("signs and words that count nothing are no values", () => {
  expect(canonical("他们一起进一步统一了万一的说法，十分满意，一名女士千万别一一列出")).toEqual([]);
  expect(canonical("one of them may march on, a million thanks is not a second thought")).toEqual([
    "number 1000000",
  ]);
  expect(canonical("几十年来，两三个人四处寻找，数百人响应，这一天是下一年度的开端")).toEqual([]);
  expect(canonical("XPS15, COVID-19 and A320")).toEqual([]);
});

test.each([
  [
    "en",
    "To know: 1. it has 3 floors; 2. it shuts at 8 pm; 3. nobody sleeps there.",
    ["3", "8 pm"],
  ],
  ["zh", "要知道的有：1. 共3层；2、晚上关门；3. 无人过夜。", ["3"]],
  ["en", "It costs 2. Nobody pays 1. or 3.", ["2", "1", "3"]],
  ["en", "1. It has 3 floors.", ["3"]],
  ["en", "1. Lean on one skate. 2. From there set off on the other. 3. Keep to its edge.", []],
] as const)("markers of a list within a line are no values (%s, %#)", (language, text, found) => {
  expect(findValues(text).map(value => value.text.trim())).toEqual([...found]);
});

test("a unit may stand on the next line, a label there is none", () => {
  expect(canonical("Film: The Mill in 1931\nYear: 1931")).toEqual(["date 1931", "date 1931"]);
  expect(canonical("It was shut for 12\nyears")).toEqual(["duration 12 year"]);
});

test("list markers are no values, a decimal at a line start is", () => {
  expect(canonical("1. 甲\n2、乙\n（3）丙\n4.5 元")).toEqual(["money 4.5 CNY"]);
});

test.each([
  ["before a year", "1.2022年11月1日起", ["date 2022-11-01"]],
  ["in a list whose other entries tell it", "1.东片\n2.西片\n3.64个单元门", ["number 64"]],
  ["not in a column of decimals", "1.5\n2.5\n3.5", ["number 1.5", "number 2.5", "number 3.5"]],
])("a list marker against a digit is not a value %s", (_, text, values) => {
  expect(canonical(text)).toEqual(values);
});

test("a number is never found within a longer one", () => {
  expect(canonical("7.5%")).toEqual(["percent 7.5"]);
  expect(canonical("2021年3月")).toEqual(["date 2021-03"]);
  expect(canonical("15天")).toEqual(["duration 15 day"]);
});

test("values lie in order, do not overlap, and are the source between their offsets", () => {
  const piece = fc.constantFrom(
    ..."2021年|3月|5日|million|March|twenty|-five|百分之|一年半|20:30".split("|"),
    ..."5%万元$ ,.-至十二（）😀第",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const source = pieces.join("");
      let from = 0;
      for (const { start, end, text, canonical: comparable } of findValues(source)) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThan(start);
        expect(source.slice(start, end)).toBe(text);
        expect(comparable).not.toMatch(/NaN|undefined|Infinity/);
        from = end;
      }
    }),
    { numRuns: 500 },
  );
});

test("the second end of a range may have a month of its own, and an hour may follow a day", () => {
  const found = (text: string) => findValues(text).map(({ canonical }) => canonical);
  expect([
    found("Open from 17 August to 26 September 2021."),
    found("2月7日8时开闸，放水8小时。"),
  ]).toEqual([
    ["2021-08-17", "2021-09-26"],
    ["--02-07", "T08:00", "8 hour"],
  ]);
});

test("千 and 兆 before a unit are the unit's, before anything else a scale", () => {
  expect(
    ["5千克盐", "2兆瓦机组", "9千瓦时", "五千克米", "5万千瓦", "3千人", "两千名"].map(
      text => findValues(text)[0]?.canonical,
    ),
  ).toEqual(["5", "2", "9", "5", "50000", "3000", "2000"]);
});
