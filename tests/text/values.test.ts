// Every usual way to write a date, a number or an amount, and its comparable form.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findValues } from "../../pipelines/text/values.ts";

const canonical = (text: string): string[] => findValues(text, "zh").map(value => `${value.kind} ${value.canonical}`);

test.each([
  "2021年3月5日",
  "2021 年 3 月 5 日",
  "２０２１年３月５日",
  "二〇二一年三月五日",
  "2021-03-05",
  "2021/3/5",
  "2021.3.5",
  "21年3月5日",
  "5 March 2021",
  "5th, March, 2021",
  "5th of March, 2021",
  "the 5th day of March 2021",
  "March 5, 2021",
  "March 5th 2021",
  "Mar. 5, 2021",
  "MARCH 5, 2021",
  "03/05/2021",
])("%s is the fifth of March 2021", text => {
  expect(canonical(text)).toEqual(["date 2021-03-05"]);
});

test.each([
  ["2021年3月", "date 2021-03"],
  ["March, 2021", "date 2021-03"],
  ["March of 2021", "date 2021-03"],
  ["2021-03", "date 2021-03"],
  ["2021年度", "date 2021"],
  ["in 2021", "date 2021"],
  ["二〇二一年", "date 2021"],
  ["1月28日", "date --01-28"],
  ["6th, January", "date --01-06"],
  ["January 6th", "date --01-06"],
  ["in March", "date --03"],
  ["20:30", "date T20:30"],
  ["3:30 p.m.", "date T15:30"],
  ["下午2点30分", "date T14:30"],
  ["晚上八点半", "date T20:30"],
  ["12:05 a.m.", "date T00:05"],
])("%s is read as %s", (text, expected) => {
  expect(canonical(text)).toEqual([expected]);
});

test.each([
  ["April - June, 2021", ["date 2021-04", "date 2021-06"]],
  ["2020年1月至3月", ["date 2020-01", "date 2020-03"]],
  ["3月5日至10日", ["date --03-05", "date --03-10"]],
  ["January 5-10, 2021", ["date 2021-01-05", "date 2021-01-10"]],
  ["the 23rd to the 25th of February, 2023", ["date 2023-02-23", "date 2023-02-25"]],
  ["5-10 March 2021", ["date 2021-03-05", "date 2021-03-10"]],
  ["2019-2021", ["date 2019", "date 2021"]],
])("the ends of the range %s share what is said once", (text, expected) => {
  expect(canonical(text)).toEqual(expected);
});

test.each([
  ["三千万元", "30000000 CNY"],
  ["3,000万元", "30000000 CNY"],
  ["人民币3000万元", "30000000 CNY"],
  ["RMB 30 million", "30000000 CNY"],
  ["30 million yuan", "30000000 CNY"],
  ["$30 million", "30000000 USD"],
  ["US$ 30m", "30000000 USD"],
  ["USD 30,000,000", "30000000 USD"],
  ["3000万美元", "30000000 USD"],
  ["三千万美元", "30000000 USD"],
  ["30 million US dollars", "30000000 USD"],
  ["£1.2bn", "1200000000 GBP"],
  ["2.5亿元", "250000000 CNY"],
  ["1亿2000万元", "120000000 CNY"],
  ["HK$5 million", "5000000 HKD"],
  ["€5.50", "5.5 EUR"],
  ["500万港元", "5000000 HKD"],
  ["20多万元", "200000 CNY"],
])("%s is %s", (text, expected) => {
  expect(canonical(text)).toEqual([`money ${expected}`]);
});

test("in a range of amounts scale and currency said once hold for both", () => {
  expect(canonical("$5-6 million")).toEqual(["money 5000000 USD", "money 6000000 USD"]);
  expect(canonical("2-3亿元")).toEqual(["money 200000000 CNY", "money 300000000 CNY"]);
  expect(canonical("5-6天")).toEqual(["duration 5 day", "duration 6 day"]);
});

test.each([
  ["12.5%", "percent 12.5"],
  ["１２．５％", "percent 12.5"],
  ["12.5 percent", "percent 12.5"],
  ["12.50 per cent", "percent 12.5"],
  ["百分之十二点五", "percent 12.5"],
  ["七成", "percent 70"],
  ["5‰", "percent 0.5"],
  ["3个百分点", "percent 3"],
  ["twelve", "number 12"],
  ["十二", "number 12"],
  ["twenty-five", "number 25"],
  ["three hundred and fifty thousand", "number 350000"],
  ["half a million", "number 500000"],
  ["两万三千", "number 23000"],
  ["3千5百", "number 3500"],
  ["五年", "duration 5 year"],
  ["five-year", "duration 5 year"],
  ["five (5) years", "duration 5 year"],
  ["半年", "duration 0.5 year"],
  ["一年半", "duration 1.5 year"],
  ["18个月", "duration 18 month"],
  ["one (1) year", "duration 1 year"],
  ["Q3", "ordinal 3"],
  ["the third quarter", "ordinal 3"],
  ["第三季度", "ordinal 3"],
  ["第二百六十四条", "ordinal 264"],
  ["第264条", "ordinal 264"],
  ["21st", "ordinal 21"],
  ["12岁", "number 12"],
  ["12-year-old", "number 12"],
  ["36.6°C", "number 36.6"],
])("%s is read as %s", (text, expected) => {
  expect(canonical(text)).toEqual([expected]);
});

test("signs and words that count nothing are no values", () => {
  expect(canonical("他们一起进一步统一了万一的说法，十分满意，一名女士千万别一一列出")).toEqual([]);
  expect(canonical("one of them may march on, a million thanks is no second thought")).toEqual(["number 1000000"]);
  expect(canonical("几十年来，两三个人四处寻找，数百人响应，这一天是下一年度的开端")).toEqual([]);
  expect(canonical("XPS15, COVID-19 and A320")).toEqual([]);
});

test("list markers are no values, a decimal at a line start is", () => {
  expect(canonical("1. 甲\n2、乙\n（3）丙\n4.5 元")).toEqual(["money 4.5 CNY"]);
});

test("a number is never found within a longer one", () => {
  expect(canonical("7.5%")).toEqual(["percent 7.5"]);
  expect(canonical("2021年3月")).toEqual(["date 2021-03"]);
  expect(canonical("15天")).toEqual(["duration 15 day"]);
});

test("values lie in order, do not overlap, and are the source between their offsets", () => {
  const piece = fc.constantFrom(
    "2021年",
    "3月",
    "5日",
    "5",
    "%",
    "万",
    "元",
    "$",
    "million",
    " ",
    "March",
    ",",
    ".",
    "-",
    "至",
    "十",
    "二",
    "twenty",
    "-five",
    "百分之",
    "（",
    "）",
    "一年半",
    "😀",
    "第",
    "20:30",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const source = pieces.join("");
      let from = 0;
      for (const { start, end, text, canonical: comparable } of findValues(source, "en")) {
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
