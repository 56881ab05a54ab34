// Summaries of one document and integrations of two.

import { describe, expect, test } from "vitest";
import { askFor, companies, factAt, type Language } from "./planned-facts.ts";

describe.each<Language>(["en", "zh"])("summaries and integrations (%s)", language => {
  test("a summary states every given fact and names the subject", () => {
    const facts = companies[language][0]!.slice(0, 8);
    const { declined, question, answer } = askFor("summary", language, facts);
    expect(declined).toBeNull();
    expect(question).toContain(facts[0]!.document);
    for (const { value } of facts) {
      expect(answer).toContain(value);
      expect(question).not.toContain(value);
    }
  });

  test("elements of one list are joined", () => {
    const list = ["1", "2", "3"].map(number => ({
      ...factAt(
        language,
        0,
        "finance/plan".replace("finance", language === "zh" ? "outlook" : "finance"),
      ),
      path: `product/${number}`,
      label: language === "zh" ? "产品" : "products",
      value: `${language === "zh" ? "酱油" : "rye bread"}${number}`,
    }));
    const { answer } = askFor("summary", language, [
      ...companies[language][0]!.slice(0, 2),
      ...list,
    ]);
    expect(answer).toMatch(
      language === "zh" ? /酱油1、酱油2和酱油3/ : /rye bread1, rye bread2 and rye bread3/,
    );
  });

  test("a summary of two facts, or of two documents, is declined", () => {
    expect(
      askFor("summary", language, companies[language][0]!.slice(0, 2)).declined,
    ).not.toBeNull();
    expect(
      askFor(
        "summary",
        language,
        [0, 1, 2, 0].map(company => factAt(language, company, "finance/revenue")),
      ).declined,
    ).not.toBeNull();
  });

  test.each([
    ["the same leaf", "finance/revenue", "finance/revenue"],
    ["different leaves", "governance/chair", "finance/revenue"],
  ])("an integration of %s names both subjects and answers both", (_, first, second) => {
    const facts = [factAt(language, 0, first), factAt(language, 1, second)];
    for (let seed = 0; seed < 30; seed++) {
      const { declined, question, answer } = askFor("integration", language, facts, seed);
      expect(declined).toBeNull();
      for (const { document, value } of facts) {
        expect(question).toContain(document);
        expect(question).not.toContain(value);
        expect(answer).toContain(value);
      }
    }
  });

  test("an integration within one document is declined", () => {
    expect(
      askFor("integration", language, [
        factAt(language, 0, "finance/revenue"),
        factAt(language, 0, "finance/profit"),
      ]).declined,
    ).not.toBeNull();
  });
});
