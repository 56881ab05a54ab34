// What was not filled in, and what only has its brackets.

import { expect, test } from "vitest";
import { placeholderIn } from "../../pipelines/text/placeholders.ts";

test.each([
  [
    "[姓名]",
    "XXX",
    "某某公司",
    "某某公司名称",
    "N/A",
    "待填",
    "____",
    "XX公司",
    "张××",
    "TBD",
    "null",
  ],
  [
    "{diagnosis}",
    "<疾病名称>",
    "Founded in [place].",
    "on <date>",
    "by {company_name}",
    "【金额】元",
  ],
  [
    "[insert amount here]",
    "[your city]",
    "（此处填写原因）",
    "公司[请在此填写]成立",
    "____年__月",
    "Paid by ***.",
  ],
])("placeholders: %s, %s, %s", (...values) => {
  expect(values.filter(value => placeholderIn(value) === undefined)).toEqual([]);
});

test.each([
  [
    "（2021）云刑初字第12号",
    "染色体为XX型",
    "家属签字[2021]",
    "王某某",
    "无",
    "体型偏瘦，XXI区",
    "【重要】请勿外传",
  ],
  [
    ">= 1.6, < 2.0; >= 2.3",
    "Rc<Block>",
    "Vec<Name>",
    "a Queue<K, V> here",
    "#![no_std]",
    "&[1; 32]",
  ],
  [
    "the <title> element",
    "{1, 2}",
    "tool [options] --version",
    "[0.2, 0.5]",
    "arr[number]",
    "__init__",
  ],
  [
    '"It joined [the company] late"',
    '["CVE-1", "GHSA-2"]',
    "2**8",
    "{ name, date }",
    "`{name}`",
    "<A, name, b>",
  ],
  ["to be determined by the court", "用（姓名）一栏", "the placeholder image", "请填写申请表"],
])("no placeholders: %s, %s, %s", (...values) => {
  expect(values.flatMap(value => placeholderIn(value) ?? [])).toEqual([]);
});

test("what the sources have is no placeholder", () => {
  expect(placeholderIn("Run get <name>.", ["Type get <name> twice."])).toBeUndefined();
  expect(placeholderIn("Run get <name>.", ["Type get name twice."])).toBe("<name>");
});
