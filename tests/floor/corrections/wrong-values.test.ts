// A wrong number stays near the right one and a wrong day between its neighbours, so that neither betrays itself.

import { expect, test } from "vitest";
import { wrongDay, wrongNumber } from "../../../pipelines/floor/corrections/wrong-values.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";

const seeds = Array.from({ length: 80 }, (_, at) => at);
const numbers = (written: string) =>
  seeds
    .flatMap(seed => wrongNumber(written, "", drawFrom(seed)) ?? [])
    .map(text => Number.parseFloat(text));
const days = (written: string, article: string, language: "zh" | "en") =>
  seeds.flatMap(seed => wrongDay(written, { article, language }, drawFrom(seed)) ?? []);
const dayOf = (text: string): number => Number(/\d{1,2}(?=日| )/.exec(text)?.[0]);

test.each([
  ["860米", 860 * 0.6, 860 * 1.4],
  ["38℃", 33, 43],
  ["38摄氏度", 33, 43],
  ["61.5%", 50, 73],
])("%s becomes nothing that cannot be", (written, least, most) => {
  const wrong = numbers(written);
  expect(wrong.length).toBeGreaterThan(40);
  expect(Math.min(...wrong)).toBeGreaterThan(least);
  expect(Math.max(...wrong)).toBeLessThan(most);
});

test("a share stays below a hundred", () => {
  expect(numbers("97.5%").length).toBeGreaterThan(10);
  expect(Math.max(...numbers("97.5%"))).toBeLessThan(100);
});

test("fifty becomes forty or sixty, twenty fifteen or twenty-five, and three thousand a number of hundreds", () => {
  expect(new Set(numbers("50"))).toEqual(new Set([40, 60]));
  expect(new Set(numbers("20"))).toEqual(new Set([15, 25]));
  expect(numbers("3000").filter(number => number % 100 !== 0)).toEqual([]);
});

test.each([
  ["8月12日", "8月6日合龙，8月12日验收，8月20日通车。", "zh"],
  [
    "12 August",
    "It was closed on 6 August, tested on 12 August and opened on 20 August 2024.",
    "en",
  ],
] as const)("%s moves between the days beside it", (written, article, language) => {
  const wrong = days(written, article, language).map(dayOf);
  expect(new Set(wrong).size).toBeGreaterThan(4);
  expect(wrong.filter(day => day <= 6 || day >= 20 || day === 12)).toEqual([]);
});

test.each([
  ["the last", "8月20日", "8月6日合龙，8月12日验收，8月20日通车。"],
  ["the first", "8月6日", "8月6日合龙，8月12日验收，8月20日通车。"],
  ["the only", "8月6日", "大桥8月6日合龙。"],
  ["shut in by others", "8月7日", "8月6日合龙，8月7日验收，8月8日通车。"],
])("a day that is %s stays", (_, written, article) => {
  expect(days(written, article, "zh")).toEqual([]);
});
