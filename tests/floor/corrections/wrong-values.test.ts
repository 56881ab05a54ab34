// A wrong number stays near the right one and a wrong day between its neighbours, so that neither betrays itself.

import { expect, test } from "vitest";
import {
  wrongDay,
  wrongNumber,
} from "../../../pipelines/floor/corrections/planted-errors-answer.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import { cases } from "../../support/cases.ts";

const seeds = Array.from({ length: 80 }, (_, at) => at);
const numbers = (written: string) =>
  seeds
    .flatMap(seed => wrongNumber(written, "", drawFrom(seed)) ?? [])
    .map(text => Number.parseFloat(text));
const days = (written: string, article: string) =>
  seeds.flatMap(seed => wrongDay(written, article, drawFrom(seed)) ?? []);
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

cases<[written: string, article: string, language: "zh" | "en"]>(
  "floor/corrections/wrong-values",
  "%s moves between the days beside it",
  (written, article) => {
    const wrong = days(written, article).map(dayOf);
    expect(new Set(wrong).size).toBeGreaterThan(4);
    expect(wrong.filter(day => day <= 6 || day >= 20 || day === 12)).toEqual([]);
  },
);

cases<[name: string, written: string, article: string]>(
  "floor/corrections/wrong-values",
  "a day that is %s stays",
  (_, written, article) => {
    expect(days(written, article)).toEqual([]);
  },
);
