// A leaf that a text speaks of is not taken for absent from it.

import { expect, test } from "vitest";
import { mentionsOf } from "../../pipelines/rageval/mentioned-leaves.ts";

const leaf = (label: string, more: { aliases?: string[] } = {}) => ({ label, ...more });

test("half of a label's telling words are enough, those that only name a kind of value are none", () => {
  const english = mentionsOf("The firm disposed of a warehouse in May.", "en");
  expect(
    [leaf("date of the disposal"), leaf("date of the merger"), leaf("main amount of the fine")].map(
      english,
    ),
  ).toEqual([true, false, false]);
  const chinese = mentionsOf("公司在十月募集到一笔资金，用于扩建。", "zh");
  expect([leaf("募集完成日期"), leaf("捐赠日期"), leaf("主要对象")].map(chinese)).toEqual([
    true,
    false,
    false,
  ]);
});

test("other names count too", () => {
  const mentions = mentionsOf("The mill burned down.", "en");
  expect(mentions(leaf("loss", { aliases: ["burned mill"] }))).toBe(true);
});
