// Which texts state a fact, and which only look like it.

import { expect, test } from "vitest";
import type { LeafType } from "../../schemas/rageval/schema.ts";
import { factFinder, findFact } from "../../pipelines/text/fact-occurrence.ts";
import { cases } from "../support/cases.ts";

const stated = (text: string, type: LeafType, value: string, near: string[] = []): string[] => {
  const language = /\p{Script=Han}/u.test(value + text) ? "zh" : "en";
  return findFact(text, { type, value, language }, { labels: near }).map(({ start, end }) =>
    text.slice(start, end),
  );
};

cases<[value: string, text: string, place: string]>(
  "text/occurrence",
  "the date %s is stated by %j",
  (value, text, place) => {
    expect(stated(text, "date", value)).toEqual([place]);
  },
);

cases<[value: string, text: string]>(
  "text/occurrence",
  "the date %s is not stated by %j",
  (value, text) => {
    expect(stated(text, "date", value)).toEqual([]);
  },
);

cases<[type: LeafType, value: string, text: string, place: string]>(
  "text/occurrence",
  "the %s %s is stated by %j",
  (type, value, text, place) => {
    expect(stated(text, type, value)).toEqual([place]);
  },
);

cases<[type: LeafType, value: string, text: string]>(
  "text/occurrence",
  "the %s %s is not stated by %j",
  (type, value, text) => {
    expect(stated(text, type, value)).toEqual([]);
  },
);

test("a place beside the label is preferred; without one all places count", () => {
  const text = "二氧化碳排放量：80吨。\n员工满意度：80%。\n出勤率：80%。";
  expect(stated(text, "number", "80%", ["员工满意度"])).toHaveLength(1);
  expect(stated(text, "number", "80%", ["客户数"])).toHaveLength(2);
});

test.each([
  ["choice", "local", "access it takes", "A local user may call.\nThe access it takes is local."],
  ["number", "30分钟", "静置时间", "油温放30分钟后再下锅。\n盖布静置30分钟。"],
  ["text", "none", "spare part", "It needs oil, not water.\nNo spare part is listed."],
  ["text", "None needed.", "change on upgrade", "Upgrading needs no change in calls."],
  ["choice", "不涉及油温", "油温", "锅里不放盐。\n全程无油温一说。"],
] as const)(
  "the %s %s of the label %s stands in the sentence that says the label, the last: %j",
  (type, value, label, text) => {
    const [place, ...others] = stated(text, type, value, [label]);
    expect(text.split("\n").at(-1)).toContain(place);
    expect(others).toEqual([]);
  },
);

test.each([
  ["none", "spare part", "The spare part is a valve.\nIt has no lid."],
  ["无", "油温", "油温烧到六成。\n锅里没有水。"],
])("that there is %s is not stated where the label is not denied", (value, label, text) => {
  expect(stated(text, "text", value, [label])).toEqual([]);
});

test.each([
  ["8", "8. Before first use, three open car parking spaces shall be laid.", ["8"]],
  ["8", "Paid 8.5 in all.\n18. Next.", []],
  ["3 spaces", "Before first use, three open car parking spaces shall be laid.", ["three"]],
  ["22 spaces", "All 22 car spaces shall be marked.", ["22"]],
  ["22 spaces", "All 22 houses with their spaces shall be marked.", []],
  ["9 trees", "Of nine birds in the trees one was seen.", []],
  ["3 guards", "As reason 1, it rained; as reason 3, it was cold.", []],
  ["3 guards", "There was but one reason. Of guards there were 3, of dogs 2.", ["3"]],
  ["3名警卫", "作为原因1，下了雨；作为原因3，天气冷。", []],
])("the number %s in %j", (value, text, places) => {
  expect(stated(text, "number", value)).toEqual(places);
});

test("the parts of a list are found wherever they stand", () => {
  const text = "猪油（可换成菜油）20克。\n盐2克。\n水1升。\n姜3片。\n香菜（可以省去）少许。";
  expect(stated(text, "text", "猪油可换成菜油；省去香菜", ["可替换"])).toEqual([
    "猪油（可换成菜油",
    "香菜（可以省去）少许。",
  ]);
});

test("a text fact told in other words is found, with its sentence, but not with another number", () => {
  const sentence =
    "In spring the firm invested $10 million in Project Heron, a platform for crop analytics.";
  const value =
    "The company made an investment of $10 million in Project Heron, a crop analytics platform.";
  expect(stated(`The year began well. ${sentence} Rain followed.`, "text", value)).toEqual([
    sentence,
  ]);
  expect(stated(sentence.replace("10", "12"), "text", value)).toEqual([]);
});

test("a Chinese text fact is found across two sentences and missed where only its topic is shared", () => {
  const value = "公司于春季开展灌溉设备检修，更换老化管道，并培训了全体操作人员。";
  const text = "公司在春季对灌溉设备开展了检修。期间更换了老化的管道，操作人员全部接受了培训。";
  expect(stated(text, "text", value)).toHaveLength(1);
  expect(stated("公司灌溉设备的销量在春季有所上升。", "text", value)).toEqual([]);
});

test("a day of the month is stated by a date with that day alone", () => {
  const text = "1. 纸厂。2025年3月22日，该厂全天取水7万立方米，超出限额。原因是水泵检修。";
  expect(stated(text, "text", "22日全天取水7万立方米，超出限额")).toHaveLength(1);
  expect(stated(text, "text", "21日全天取水7万立方米，超出限额")).toEqual([]);
});

test("an empty value is stated nowhere", () => {
  expect(stated("任何文本", "choice", "，")).toEqual([]);
});

test("one reading of a text serves many facts", () => {
  const find = factFinder("姓名：林某\n年龄：12岁\n入院时间：1月28日", "zh");
  const found = (type: LeafType, value: string): number =>
    find({ type, value, language: "zh" }).length;
  const counts = [found("person", "林某"), found("number", "12岁"), found("date", "1月28日")];
  expect([...counts, found("date", "1月29日")]).toEqual([1, 1, 1, 0]);
});

test.each([
  ["version", "2.3", "Fixed in 2.3.", true],
  ["version", "2.3", "Fixed in 2.3.1.", false],
  ["version", "2.3.1", "自v2.3.1起修复", true],
  ["version", "v2.3.1", "Version 2.3.1 is out.", true],
  ["version", "2.3", "12.3 is out", false],
  ["identifier", "AB-12", "Lot AB-12/A was recalled.", true],
  ["identifier", "AB-12", "Lot AB-12-C was recalled.", false],
  ["identifier", "12-C", "Lot AB-12-C was recalled.", false],
  ["code", "E_LOCK", "It stops with e_lock.", true],
  ["duration", "3个月", "为期三个月", true],
  ["duration", "3 months", "for three years", false],
  ["person", "常萍", "资产销账：由常萍负责", true],
  ["person", "常萍", "负责人为常萍", true],
  ["person", "李明", "由李明华负责", false],
] as const)("a %s such as %s stands whole in “%s”: %s", (type, value, text, isThere) => {
  expect(findFact(text, { type, value, language: "en" }).length > 0).toBe(isThere);
});

test.each<[LeafType, string, string, string[]]>([
  ["duration", "4,350 hours", "The mill wheel has turned for 4,350 grinding hours.", ["4,350"]],
  ["number", "26 days", "It stood still on 26 market days.", ["26"]],
  ["number", "26 days", "It stood still on 26 working days.", []],
  ["duration", "4350小时", "水轮累计4350个运转小时。", ["4350"]],
  ["duration", "26 days", "It serves 26 farmers a day.", []],
  ["duration", "26 days", "It grinds 26 per day.", []],
])("the %s %s may have a word between number and unit: %s", (type, value, text, places) => {
  expect(stated(text, type, value)).toEqual(places);
});

test.each([
  ["2022年6月4日至7日，磨坊停水检修，更换木轴。", "4日", "（清明假期）"],
  [
    "From 4 June 2022 to 7 June the mill pond was drained and the sluice relined.",
    "2022",
    " (a Saturday)",
  ],
])("%s is stated with an insertion in brackets", (value, before, insertion) => {
  const text = value.replace(before, before + insertion);
  expect(stated(text, "text", value)).toHaveLength(1);
  expect(stated(text.replace("7", "9"), "text", value)).toEqual([]);
});
