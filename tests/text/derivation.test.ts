// Recomputed numbers, and numbers nothing supports.

import { expect, test } from "vitest";
import type { Derivation } from "../../schemas/items/records.ts";
import {
  checkDerivation,
  derivationsOf,
  unsupportedValues,
} from "../../pipelines/text/derivation.ts";
import { cases } from "../support/cases.ts";

const derive = (
  operation: Derivation["operation"],
  operands: string[],
  result: string,
): Derivation => ({ operation, operands, result });

const missing = (
  answer: string,
  evidence: readonly string[],
  derivations: readonly Derivation[] = [],
) => unsupportedValues(answer, evidence, derivations, /\p{Script=Han}/u.test(answer) ? "zh" : "en");

cases<[operation: Derivation["operation"], operands: string[], result: string]>(
  "text/derivation",
  "%s of %j is %s",
  (operation, operands, result) => {
    expect(checkDerivation(derive(operation, [...operands], result), "en")).toBeUndefined();
  },
);

cases<[operation: Derivation["operation"], operands: string[], result: string, reason: string]>(
  "text/derivation",
  "%s of %j is not %s",
  (operation, operands, result, reason) => {
    expect(checkDerivation(derive(operation, [...operands], result), "en")).toMatch(
      new RegExp(reason),
    );
  },
);

test("what is wrong is said in the language of the item", () => {
  expect(checkDerivation(derive("sum", ["3000元", "5000元"], "9000元"), "zh")).toContain("应为");
});

test.each([
  ["1. 先编译。\n2. 再打包。\n3. 上传，第 2 步的包除外。", []],
  ["先编译，再打包；上传，第 2 步的包除外。", ["2"]],
  ["(1) Build it. (2) Pack it. (3) Upload it, but not the package of step 2.", []],
])(
  "a number by which an answer names a step of its own is not a value (%s)",
  (answer, expected) => {
    expect(missing(answer, ["编译, 打包, 上传: build, pack, upload."])).toEqual(expected);
  },
);

test.each([
  ["at most 0.25 % of sulphur", "S | 0.25 | 0.18", []],
  ["a toll of $1,250", "Coach | 1,250", []],
  ["at most 25 % of the fleet", "Coach | 25", ["25 %"]],
  ["at most 0.25 % of sulphur", "a plate of 0.25 hours", ["0.25 %"]],
])(
  "the cell of a table says a number whose unit stands in its head: %s by %s",
  (answer, row, expected) => {
    expect(missing(answer, [row])).toEqual(expected);
  },
);

test.each([
  ["恢复原状1.7万余辆。", "恢复原状17584辆。", true],
  ["恢复原状1.7万余辆。", "恢复原状18020辆。", false],
  ["恢复原状1.7万余辆。", "恢复原状16900辆。", false],
  ["恢复原状1.7万辆。", "恢复原状17584辆。", false],
  ["花了20多万元。", "花了236000元。", true],
  ["花了20多万元。", "花了336000元。", false],
  ["来了500余人。", "来了528人。", true],
  ["罚了20多万元。", "来了236000人。", false],
  ["More than 17,000 lorries were put right.", "17,584 lorries were put right.", true],
  ["Over 17,000 lorries were put right.", "18,001 lorries were put right.", false],
  ["17,000 lorries were put right.", "17,584 lorries were put right.", false],
  ["It took over 2.5 hours.", "It took 2.54 hours.", true],
])(
  "what is more than a round number is borne out by a little more than it: %s by %s",
  (claim, evidence, isBorneOut) => {
    expect(missing(claim, [evidence]).length === 0).toBe(isBorneOut);
  },
);

test("numbers and dates the evidence has in another format are supported", () => {
  const evidence = ["公司于2021年3月5日支付500万美元，持股75%。"];
  const answer = "二〇二一年三月，公司支付了五百万美元，取得百分之七十五的股份。";
  expect(missing(answer, evidence)).toEqual([]);
});

test("a day whose year another sentence says may be reckoned with", () => {
  const days = derive("days-between", ["5 December 2022", "24 March 2023"], "109 days");
  const evidence = [
    "Work was to begin on 5 December 2022.",
    "In 2023 the plan was shown on 24 March.",
  ];
  expect(missing("109 days later", evidence, [days])).toEqual([]);
  expect(missing("109 days later", evidence.slice(0, 1), [days])).toEqual(["109 days"]);
});

test("an altered number, date or unit is named as it is written", () => {
  const evidence = ["On 5 March 2021 it paid $5 million for 75% within 30 days."];
  expect(missing("On 6 March 2021 it paid $5 billion for 57% within 30 months.", evidence)).toEqual(
    ["6 March 2021", "$5 billion", "57%", "30 months"],
  );
});

test("a day is not supported by its month, a month is supported by its day", () => {
  expect(missing("2021年3月5日", ["2021年3月"])).toEqual(["2021年3月5日"]);
  expect(missing("2021年3月", ["2021年3月5日"])).toEqual([]);
});

test("a date without a year is completed by a year the evidence says", () => {
  const [answer, month] = ["It opened in June 2021.", "In June it opened."];
  expect(missing(answer, ["The year 2021 was good.", month])).toEqual([]);
  expect(missing(answer, [month])).toEqual(["June 2021"]);
});

test("the result of a sound derivation is supported, of a wrong one or from foreign operands not", () => {
  const evidence = ["甲公司收入3000万元。", "乙公司收入2000万元。"];
  const answer = "甲公司比乙公司多1000万元。";
  const difference = (...operands: string[]) => [derive("difference", operands, "1000万元")];
  expect(missing(answer, evidence, difference("3000万元", "2000万元"))).toEqual([]);
  expect(missing(answer, evidence, difference("4000万元", "3000万元"))).toEqual(["1000万元"]);
  expect(missing(answer, evidence)).toEqual(["1000万元"]);
});

test("list numbers and the two compared subjects need no evidence", () => {
  expect(missing("1. 两家公司均盈利。\n2. 两者规模相当。", ["均盈利，规模相当。"])).toEqual([]);
  expect(missing("The two companies grew.", ["It grew.", "It grew too."])).toEqual([]);
});

test("of a derivation told without an operation that there is, code finds one, or leaves it out", () => {
  const told = [
    { operands: ["six hours", "two hours"], result: "four hours" },
    { operands: ["$100,000", "4"], result: "$25,000" },
    { operands: ["$25,000", "5"], result: "$125,000" },
    { operands: ["six hours", "two hours"], result: "five hours" },
  ];
  expect(derivationsOf(told, "en").map(({ operation }) => operation)).toEqual([
    "difference",
    "ratio",
    "product",
  ]);
  const counted = { operation: "count" as const, operands: ["3袋", "1袋"], result: "2袋" };
  expect(derivationsOf([counted], "zh").map(({ operation }) => operation)).toEqual(["count"]);
});

test("two values may be told in either order", () => {
  const told = [{ operands: ["10人", "7人"], result: "约43%" }];
  expect(derivationsOf(told, "zh")).toEqual([
    { operation: "percent-change", operands: ["7人", "10人"], result: "约43%" },
  ]);
});

test("a number of three digits or more may leave out the scale and unit that its source has", () => {
  const sources = ["梯级蓄水量9690万立方米，泄放12小时。"];
  expect(missing("即9690减去", sources)).toEqual([]);
  expect(missing("即969减去", sources)).toEqual(["969"]);
});

test("what is derived from bare numbers has the unit that the answer gives it", () => {
  const derivations = [derive("sum", ["8", "3"], "11")];
  expect(missing("共需11小时。", ["泡8小时，煮3小时。"], derivations)).toEqual([]);
});

test("hours and minutes are added in minutes, and the sum may be told in either", () => {
  const told = (operands: string[], result: string) =>
    missing(result, [operands.join("、")], derivationsOf([{ operands, result }], "zh"));
  const steps = ["1 小时", "3 分钟", "25 分钟", "5 分钟"];
  expect(told(steps, "93 分钟")).toEqual([]);
  expect(told(["1 小时", "30 分钟"], "1.5 小时")).toEqual([]);
  expect(told(steps, "92 分钟")).toEqual(["92 分钟"]);
  expect(told(["1 小时", "3 元"], "4 元")).toEqual(["4 元"]);
});

test("a day so many days, weeks or months after another, or before it, is a derivation", () => {
  const told = [
    { operands: ["3rd March 2023", "ten days"], result: "13th March 2023" },
    { operands: ["30 September 2023", "thirty (30) days"], result: "30 October 2023" },
    { operands: ["31 January 2024", "one month"], result: "29 February 2024" },
    { operands: ["10 March 2024", "two weeks"], result: "25 February 2024" },
    { operands: ["3rd March 2023", "ten days"], result: "14th March 2023" },
  ];
  expect(derivationsOf(told, "en").map(({ operation, result }) => [operation, result])).toEqual([
    ["sum", "13th March 2023"],
    ["sum", "30 October 2023"],
    ["sum", "29 February 2024"],
    ["difference", "25 February 2024"],
  ]);
  const week = derivationsOf([{ operands: ["3月11日", "一周"], result: "3月18日" }], "zh");
  const sources = ["入院时间：3月11日。", "保守治疗一周后好转。"];
  expect(missing("最早3月18日写成。", sources, week)).toEqual([]);
});
