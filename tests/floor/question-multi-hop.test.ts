// Questions that need two facts of one document.

import { describe, expect, test } from "vitest";
import { checkDerivation, unsupportedValues } from "../../pipelines/text/derivation.ts";
import { askFor, factAt, type Language } from "./planned-facts.ts";

const pair = (language: Language, first: string, second: string) => [
  factAt(language, 0, first),
  factAt(language, 0, second),
];
const seeds = Array.from({ length: 60 }, (_, at) => at);

describe.each<Language>(["en", "zh"])("multi-hop questions (%s)", language => {
  test.each([
    ["company/founded", "company/listed"],
    ["finance/revenue", "finance/profit"],
    ["event/acquisition/target", "event/acquisition/date"],
    ["event/acquisition/date", "event/acquisition/amount"],
  ])("join %s and %s, with sound derivations and no number from nowhere", (first, second) => {
    const facts = pair(language, first, second);
    for (const seed of seeds) {
      const { declined, question, answer, derivations } = askFor(
        "multi-hop",
        language,
        facts,
        seed,
      );
      expect(declined).toBeNull();
      expect(question).toContain(facts[0]!.document);
      expect(derivations.map(derivation => checkDerivation(derivation, language))).toEqual(
        derivations.map(() => undefined),
      );
      expect(
        unsupportedValues(
          answer,
          [...facts.map(({ sentence }) => sentence), question],
          derivations,
          language,
        ),
      ).toEqual([]);
    }
  });

  test("count the days between two dates, or put the two in order", () => {
    const replies = seeds.map(seed =>
      askFor("multi-hop", language, pair(language, "company/founded", "company/listed"), seed),
    );
    expect(new Set(replies.map(({ question }) => question)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(replies.map(({ derivations }) => derivations[0]?.result))).toEqual(
      new Set([language === "zh" ? "5254天" : "4,422 days"]),
    );
  });

  test("take the difference or the share of two amounts of one currency", () => {
    const results = seeds.map(
      seed =>
        askFor("multi-hop", language, pair(language, "finance/revenue", "finance/profit"), seed)
          .derivations[0]?.result,
    );
    expect(new Set(results)).toEqual(
      new Set(language === "zh" ? ["11.36亿元", "11.53%"] : ["US$191.5 million", "8.98%"]),
    );
  });

  test("know an event by one of its facts and do not tell the other", () => {
    const [target, date] = pair(language, "event/acquisition/target", "event/acquisition/date");
    for (const seed of seeds) {
      const { question, answer } = askFor("multi-hop", language, [target!, date!], seed);
      expect(question).toContain(target!.value);
      expect(question).not.toContain(date!.value);
      expect(answer).toContain(date!.value);
    }
  });

  test("count an age from a date of birth", () => {
    const birth = {
      ...factAt(language, 0, "company/founded"),
      label: language === "zh" ? "被告人出生日期" : "defendant's date of birth",
      path: "defendant/birth",
    };
    const reply = askFor("multi-hop", language, [factAt(language, 0, "company/listed"), birth]);
    expect(reply.derivations).toMatchObject([
      { operation: "years-between", result: language === "zh" ? "14岁" : "12 years" },
    ]);
  });

  test.each([
    ["facts that have nothing to do with one another", "governance/chair", "company/headquarters"],
    ["a sort of business and a place", "company/industry", "company/headquarters"],
  ])("are declined for %s", (_, first, second) => {
    expect(askFor("multi-hop", language, pair(language, first, second)).declined).not.toBeNull();
  });

  test("are declined for amounts in two currencies, equal dates, and facts of two documents", () => {
    const [revenue, profit] = pair(language, "finance/revenue", "finance/profit");
    const [founded] = pair(language, "company/founded", "company/listed");
    expect(
      askFor("multi-hop", language, [revenue!, { ...profit!, value: "€3 million" }]).declined,
    ).not.toBeNull();
    expect(
      askFor("multi-hop", language, [
        founded!,
        {
          ...founded!,
          path: "company/listed",
          label: language === "zh" ? "上市日期" : "listing date",
        },
      ]).declined,
    ).not.toBeNull();
    expect(
      askFor("multi-hop", language, [revenue!, factAt(language, 1, "finance/profit")]).declined,
    ).not.toBeNull();
  });
});
