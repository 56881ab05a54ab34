// A text tells a value by what sets it apart from the others of the same thing, in whatever words.

import { describe, expect, test } from "vitest";
import { givesValue, givesRival } from "../../pipelines/text/value-choice.ts";

const standard = {
  value:
    "两年平均增产6%以上，或增产3%以上且总淀粉不低于74%的，进入生产试验；增产8%以上的同时安排示范。",
  rivals: [
    "两年平均增产5%以上，或增产3%以上且总淀粉不低于74%的，进入生产试验；增产8%以上的同时安排示范。",
    "两年平均增产4%以上，或总淀粉不低于72%的，进入生产试验。",
  ],
};
const hours = { value: "09:30 to 14:15", rivals: ["09:30 to 14:45", "10:15 to 15:30"] };
const beech = {
  value: "Oil-fired boiler with an outside tank in the service yard",
  rivals: ["Three air-source heat pumps in a louvred enclosure on the south wall"],
};

describe("of a value that others stand beside", () => {
  test.each([
    ["zh", standard, "2017年5月10日执行的标准是两年平均增产6%以上，不足的再试一年。", true],
    ["zh", standard, "标准是两年平均增产5%以上，或增产3%以上且总淀粉不低于74%。", false],
    ["en", hours, "Deliveries were allowed from 09:30 to 14:15 on that day.", true],
    ["en", hours, "Between half past nine and 14:15.", true],
    ["en", hours, "They were allowed from 09:30 to 14:45.", false],
    [
      "en",
      beech,
      "Until then an oil-fired boiler stood there, its tank outside in the yard.",
      true,
    ],
    ["en", beech, "It was to be heated by pumps on the south wall.", false],
  ] as const)("%s: %o is told apart by %s: %s", (language, value, text, isTold) => {
    expect(givesValue(text, value, language)).toBe(isTold);
  });

  test("a text that tells another one tells a rival, and its own alone tells none", () => {
    expect(givesRival("标准是两年平均增产5%以上。", standard, "zh")).toBe(true);
    expect(givesRival("标准是两年平均增产6%以上。", standard, "zh")).toBe(false);
  });
});

test("a value that a longer one holds is told by half of itself, and the longer one by what it adds", () => {
  const short = "比对照增产4%以上、晚疫病不超过3级";
  const long = "比对照增产4%以上、晚疫病不超过3级且花叶病株率不超过6%";
  const text = "须比对照增产4%以上、晚疫病不超过3级。";
  expect(givesValue(text, { value: short, rivals: [long] }, "zh")).toBe(true);
  expect(givesValue(text, { value: long, rivals: [short] }, "zh")).toBe(false);
});

test("a value alone is told word for word, or by half of its numbers, or of its words", () => {
  const flow = "A flow of at least 0.41 cubic metres per second passes over the crest";
  const alone = (value: string) => ({ value, rivals: [] });
  expect(givesValue("At least 0.41 cubic metres per second.", alone(flow), "en")).toBe(true);
  expect(givesValue("At least 0.34 cubic metres per second.", alone(flow), "en")).toBe(false);
  expect(
    givesValue("Two yard lights.", alone("Four yard lights on poles around the apron"), "en"),
  ).toBe(false);
});

test("of a long value the numbers are details: half of the words that are its own tell it, too", () => {
  const old =
    "Picture books in several copies, novels in 3, other books in 2; the new branch opens in February and is stocked first";
  const now =
    "Picture books in at most 5 copies, novels in 2 or 3; new books go to the street branch, which has fewest";
  const answer =
    "Picture books in several copies gave way to a limit, and the new branch, which was stocked first, to the street branch, which has fewest new books.";
  expect(givesValue(answer, { value: old, rivals: [now] }, "en")).toBe(true);
  expect(givesValue(answer, { value: now, rivals: [old] }, "en")).toBe(true);
  expect(givesValue("Novels in the new branch.", { value: now, rivals: [old] }, "en")).toBe(false);
});
