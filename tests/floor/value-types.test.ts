// Types of values, and when two values agree.

import { expect, test } from "vitest";
import { isPlaceholder, readAs, typeOfValue, valuesAgree } from "../../pipelines/floor/facts/value-types.ts";

test.each([
  ["14 November 2019", "Date", "en", "date"],
  ["$1,370,000", "Cost", "en", "money"],
  ["6,210 hours", "Experience", "en", "number"],
  ["Ingrid Solvay", "Commander", "en", "person"],
  ["Corrant Regional Airways Ltd", "Operator", "en", "organisation"],
  ["Vennholm Airport", "Location", "en", "place"],
  ["2023-TSC-114", "Case number", "en", "text"],
  ["18:42", "Time", "en", "text"],
  ["2011年4月2日", "成立日期", "zh", "date"],
  ["3.5亿元", "营业收入", "zh", "money"],
  ["柳某某，女，1966年生", "被告人", "zh", "person"],
  ["清河市人民医院", "医院", "zh", "organisation"],
  ["清河市柳荫街12号", "住址", "zh", "place"],
  ["（2023）清刑初字第4号", "案号", "zh", "text"],
] as const)("%s under %s is of type %4$s", (value, label, language, type) => {
  expect(typeOfValue(value, label, language)).toBe(type);
});

test.each([
  ["date", "17th, February, 14:30", "en", "17th, February"],
  ["number", "Married at 25", "en", "25"],
  ["number", "18 breaths/min", "en", "18 breaths/min"],
  ["person", "禹某某，清河市正和律师事务所律师", "zh", "禹某某"],
  ["organisation", "清河市人民检察院。", "zh", "清河市人民检察院"],
  ["money", "罚金人民币50万元", "zh", "人民币50万元"],
] as const)("the %s in “%s” is read", (type, raw, language, value) => {
  expect(readAs(type, raw, language)).toBe(value);
});

test("a value of another type is no value", () => {
  expect(readAs("date", "shortly after noon", "en")).toBeUndefined();
  expect(readAs("number", "无", "zh")).toBeUndefined();
  expect(readAs("money", "a large sum", "en")).toBeUndefined();
});

test.each(["xxxxx", "[Name to be filled by the court]", "N/A", "待定", "-", "Not applicable at this stage."])("%s is a place left open", text => {
  expect(isPlaceholder(text)).toBe(true);
});

test("a less exact date agrees with a fuller one, another day does not", () => {
  expect(valuesAgree("date", "March 2021", "5 March 2021", "en")).toBe(true);
  expect(valuesAgree("date", "5月10日", "2022年5月10日", "zh")).toBe(true);
  expect(valuesAgree("date", "4 March 2021", "5 March 2021", "en")).toBe(false);
});

test("amounts agree by what they are worth, names by what they share", () => {
  expect(valuesAgree("money", "3000万元", "0.3亿元", "zh")).toBe(true);
  expect(valuesAgree("person", "Hon. H. Ruiz", "H. Ruiz", "en")).toBe(true);
  expect(valuesAgree("number", "40%", "45%", "en")).toBe(false);
});
