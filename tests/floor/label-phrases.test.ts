// What labels turn into inside a question, in both languages.

import { expect, test } from "vitest";
import { documentKind } from "../../pipelines/floor/questions/document-kind.ts";
import { givesAway } from "../../pipelines/floor/questions/giveaway.ts";
import {
  bareLabelEn,
  eventEn,
  isPluralEn,
  itemEn,
  pluralLabelEn,
  thingsEn,
  withoutTitleEn,
} from "../../pipelines/floor/questions/label-phrases.en.ts";
import { eventZh, itemZh, whenZh } from "../../pipelines/floor/questions/label-phrases.zh.ts";
import { markedByEn, markedByZh } from "../../pipelines/floor/questions/label-time.ts";

test.each([
  ["total assets", true],
  ["diagnosis", false],
  ["shareholders' equity", false],
  ["training hours per employee", true],
  ["date of the new director's appointment", false],
  ["address", false],
])("the verb of %s is plural: %s", (label, plural) => expect(isPluralEn(label)).toBe(plural));

test.each([
  ["revenue", "finance", "Foo Ltd.", "Foo Ltd.'s revenue"],
  ["stake acquired", "finance", "Foo Ltd.", "the stake acquired by Foo Ltd."],
  ["chair of the board", "finance", "Foo Ltd.", "the chair of the board at Foo Ltd."],
  [
    "presiding judge",
    "law",
    "the case against A before the B",
    "the presiding judge in the case against A before the B",
  ],
])("%s (%s) of %s reads %s", (label, domain, subject, item) =>
  expect(itemEn({ label, domain, subject, draw: () => 0 })).toBe(item),
);

test("a label loses its article and its capital, an acronym keeps it", () => {
  expect([bareLabelEn("The Date of arrest"), bareLabelEn("GDP share")]).toEqual([
    "date of arrest",
    "GDP share",
  ]);
});

test("dates of events are told from dates that are labels only", () => {
  expect(
    ["date of the arrest", "listing date", "effective date", "date of birth"].map(eventEn),
  ).toEqual(["arrest", "listing", undefined, undefined]);
  expect(["成立日期", "逮捕日期", "出院时间"].map(eventZh)).toEqual(["成立", undefined, "出院"]);
  expect([
    markedByEn("date of the judgment"),
    markedByZh("完成收购的日期"),
    markedByZh("被告人出生日期"),
  ]).toEqual(["the judgment", "收购完成", "被告人出生日期"]);
});

test("what is counted is told from what is measured", () => {
  expect(
    ["number of independent directors", "number of days of treatment", "body weight"].map(thingsEn),
  ).toEqual(["independent directors", undefined, undefined]);
});

test("a Chinese label with 的 takes no second one, and dates are asked for as exactly as they are given", () => {
  expect([itemZh("注册资本", "甲公司"), itemZh("处置的资产", "甲公司")]).toEqual([
    "甲公司的注册资本",
    "甲公司处置的资产",
  ]);
  expect(["2021年3月5日", "2021年3月", "2021年"].map(whenZh)).toEqual([
    "哪一天",
    "哪年哪月",
    "哪一年",
  ]);
});

test("a document is called by the head of its scenario", () => {
  expect([
    documentKind("annual report of a listed company", "en"),
    documentKind("公司年度报告", "zh"),
    documentKind("", "en"),
    documentKind("", "zh"),
  ]).toEqual(["annual report", "年度报告", "document", "文件"]);
});

test("an answer is given away by all its words, not by part of one", () => {
  expect([
    givesAway("Is she male?", "male", "en"),
    givesAway("Is she female?", "male", "en"),
    givesAway("Who is the chair, Li of Wei?", "Wei Li", "en"),
  ]).toEqual([true, false, true]);
  expect([
    givesAway("甲公司属于食品加工吗？", "食品加工", "zh"),
    givesAway("女王公司的性别？", "女", "zh"),
  ]).toEqual([true, false]);
});

test.each([
  ["CRIMINAL JUDGMENT judge", "judge"],
  ["CRIMINAL JUDGMENT date", "criminal judgment date"],
  ["DEFENDANT name", "defendant name"],
  ["HIV RNA level", "HIV RNA level"],
  ["ECG", "ECG"],
  ["Date of the arrest", "Date of the arrest"],
])("a title in capitals is no part of a label: %s → %s", (label, bare) =>
  expect(withoutTitleEn(label)).toBe(bare),
);

test.each([
  ["judge", "judges"],
  ["line of business", "lines of business"],
  ["subsidiary", "subsidiaries"],
  ["products", "products"],
  ["evidence of the prosecution", "evidence of the prosecution"],
])("several of one kind have a plural: %s → %s", (label, many) =>
  expect(pluralLabelEn(label)).toBe(many),
);
