// Whether what stands in a text says an amount, in particular where a table head says the unit.

import { expect, test } from "vitest";
import { impliesValue } from "../../pipelines/text/implied-value.ts";
import type { Value } from "../../pipelines/text/values.ts";
import { findValues } from "../../pipelines/text/values.ts";

const only = (text: string): Value => {
  const [value, ...others] = findValues(text);
  if (value === undefined || others.length > 0) throw new Error(`one value expected: ${text}`);
  return value;
};

test.each([
  ["三位数的裸数字与表头的单位", "181", "181 天", true],
  ["两位数的裸数字随处可遇", "18", "18 天", false],
  ["裸数字不同", "181", "182 天", false],
  ["文中另有单位", "181 元", "181 天", false],
])(
  "a bare number of a cell says an amount whose unit the head says: %s",
  (_, standing, sought, expected) => {
    expect(impliesValue(only(standing), only(sought))).toBe(expected);
  },
);

test.each([
  ["晚上6点半出锅", "6点半出锅", true],
  ["晚上6点要端上桌", "6点上桌", true],
  ["晚上6点要端上桌", "7点上桌", false],
  ["早上6点要端上桌", "晚上6点上桌", false],
  ["晚上6点半出锅", "6点上桌", false],
])("a time told again goes without its half of the day: %s, %s", (standing, sought, expected) => {
  expect(impliesValue(only(standing), only(sought))).toBe(expected);
});
