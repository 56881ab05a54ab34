// Articles cut in two at a sentence end.

import fc from "fast-check";
import { expect, test } from "vitest";
import { cutInHalf } from "../../pipelines/crud/cut-in-half.ts";
import { cases } from "../support/cases.ts";

test("an article is cut at the sentence end nearest to its middle", () => {
  const text = "大坝开始蓄水。水位上升了两米。下游的村庄已经撤离。专家将留在现场。";
  expect(cutInHalf(text, "zh")).toEqual({
    beginning: "大坝开始蓄水。水位上升了两米。",
    continuation: "下游的村庄已经撤离。专家将留在现场。",
    splitOffset: 15,
  });
});

test("an English article is not cut at an abbreviation or a decimal", () => {
  const text =
    "Dr. Ona Pell opened the weir on Monday at 9.30 a.m. local time with a short speech. It holds 4.5 million litres.";
  expect(cutInHalf(text, "en")?.continuation).toBe("It holds 4.5 million litres.");
});

cases<[text: string]>("crud/halving", "%j has no sentence end to be halved at", text => {
  expect(cutInHalf(text, "zh")).toBeNull();
});

test("nothing but white space is lost between the halves", () => {
  const someText = fc.string({
    unit: fc.constantFrom("水", "库", "。", "！", "”", " ", "\n", "a", ".", "😀"),
    maxLength: 80,
  });
  fc.assert(
    fc.property(someText, fc.constantFrom("zh" as const, "en" as const), (text, language) => {
      const halved = cutInHalf(text, language);
      expect(
        halved === null ||
          (halved.beginning === text.slice(0, halved.splitOffset).trim() &&
            halved.continuation === text.slice(halved.splitOffset).trim()),
      ).toBe(true);
    }),
  );
});
