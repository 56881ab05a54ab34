// Differences, shares, spans and ages: each as written, and recomputed.

import { expect, test } from "vitest";
import type { LeafType } from "../../schemas/rageval/schema.ts";
import {
  ageAt,
  differenceOf,
  shareOf,
  spanBetween,
} from "../../pipelines/floor/questions/computed-result.ts";
import { factAmount, reckonTogether } from "../../pipelines/floor/questions/fact-amount.ts";
import { checkDerivation } from "../../pipelines/text/derivation.ts";
import { factAt, type Language } from "./planned-facts.ts";
import { cases } from "../support/cases.ts";

const amount = (value: string, type: LeafType, language: Language) =>
  factAmount({ ...factAt(language, 0, "finance/revenue"), value, type }, language)!;

cases<[language: Language, type: LeafType, a: string, b: string, result: string]>(
  "floor/computed-result",
  "%s %s: %s less %s is %s, and recomputes",
  (language, type, a, b, result) => {
    const derivation = differenceOf(amount(a, type, language), amount(b, type, language), language);
    expect(derivation.result).toBe(result);
    expect(checkDerivation(derivation, language)).toBeUndefined();
  },
);

test("a share has two decimals at most", () => {
  const derivation = shareOf(
    amount("US$1 million", "money", "en"),
    amount("US$3 million", "money", "en"),
  );
  expect(derivation).toEqual({
    operation: "ratio",
    operands: ["US$1 million", "US$3 million"],
    result: "33.33%",
  });
  expect(checkDerivation(derivation, "en")).toBeUndefined();
});

test("days are counted between days, months between months", () => {
  expect(
    spanBetween(
      amount("28 February 2024", "date", "en"),
      amount("1 March 2024", "date", "en"),
      "en",
    ).result,
  ).toBe("2 days");
  expect(
    spanBetween(amount("2023年11月", "date", "zh"), amount("2024年2月", "date", "zh"), "zh"),
  ).toMatchObject({ operation: "months-between", result: "3个月" });
});

test("an age is not counted up before the birthday", () => {
  const birth = amount("10 May 1990", "date", "en");
  expect(ageAt(birth, amount("9 May 2020", "date", "en"), "en").result).toBe("29 years");
  expect(ageAt(birth, amount("10 May 2020", "date", "en"), "en").result).toBe("30 years");
});

test("amounts of different currency, unit or precision do not reckon together; a kind of directors are directors", () => {
  const together = (type: LeafType, a: string, b: string) =>
    reckonTogether(amount(a, type, "en"), amount(b, type, "en"));
  expect(together("money", "US$3", "€3")).toBe(false);
  expect(together("number", "3 hours", "4 acts")).toBe(false);
  expect(together("date", "5 May 2020", "May 2021")).toBe(false);
  expect(together("number", "12 directors", "4 independent directors")).toBe(true);
});

test("a value with two numbers, or a date without its year, is no amount", () => {
  expect(
    factAmount(
      { ...factAt("en", 0, "finance/revenue"), value: "between 3 and 5 million dollars" },
      "en",
    ),
  ).toBeUndefined();
  expect(
    factAmount({ ...factAt("en", 0, "company/founded"), value: "5 May" }, "en"),
  ).toBeUndefined();
});
