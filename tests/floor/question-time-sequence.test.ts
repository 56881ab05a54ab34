// Orders of dated facts, and when there is none.

import { describe, expect, test } from "vitest";
import { askFor, factAt, type Language } from "./planned-facts.ts";

const seeds = Array.from({ length: 30 }, (_, at) => at);
const orderOf = (text: string, names: readonly string[]) =>
  [...names].sort((a, b) => text.indexOf(a) - text.indexOf(b));

describe.each<Language>(["en", "zh"])("time sequences (%s)", language => {
  const [a, b, c] = [0, 1, 2].map(company => factAt(language, company, "company/founded"));

  test("of one event over three documents give the true order, and the question gives another", () => {
    const right = language === "en" ? [c!, a!, b!] : [a!, b!, c!];
    const names = right.map(({ document }) => document);
    for (const seed of seeds) {
      const { declined, question, answer } = askFor("time-sequence", language, [a!, b!, c!], seed);
      expect(declined).toBeNull();
      expect(orderOf(question, names)).not.toEqual(names);
      expect(
        orderOf(
          answer,
          right.map(({ value }) => value),
        ),
      ).toEqual(right.map(({ value }) => value));
      expect(orderOf(answer.slice(answer.lastIndexOf(right[2]!.value)), names)).toEqual(names);
    }
  });

  test("of one document name it once in the answer's head, and all its dates", () => {
    const facts = ["company/founded", "company/listed", "event/acquisition/date"].map(path =>
      factAt(language, 0, path),
    );
    const { question, answer } = askFor("time-sequence", language, facts);
    expect(question).toContain(a!.document);
    for (const { value } of facts) expect(answer).toContain(value);
  });

  const month = language === "zh" ? "2001年9月" : "August 1991";
  test.each([
    ["fewer than three dates", [a!, b!]],
    ["equal dates", [a!, b!, { ...c!, value: a!.value }]],
    ["a month that holds another's day", [a!, b!, { ...c!, value: month }]],
    [
      "a date without its year",
      [a!, b!, { ...c!, value: language === "zh" ? "9月3日" : "17 August" }],
    ],
    ["a fact that is no date", [a!, b!, factAt(language, 2, "finance/revenue")]],
  ])("are declined for %s", (_, facts) => {
    expect(askFor("time-sequence", language, facts).declined).not.toBeNull();
  });

  test("a month is exact enough where it decides the order", () => {
    expect(
      askFor("time-sequence", language, [
        a!,
        b!,
        { ...c!, value: language === "zh" ? "2010年3月" : "March 2010" },
      ]).declined,
    ).toBeNull();
  });
});
