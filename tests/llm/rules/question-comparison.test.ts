import { describe, expect, test } from "vitest";
import { checkDerivation, unsupportedValues } from "../../../pipelines/text/derivation.ts";
import { askFor, factAt, type Language } from "./planned-facts.ts";

const seeds = Array.from({ length: 40 }, (_, at) => at);
const at = (language: Language, path: string, companies: readonly number[]) => companies.map(company => factAt(language, company, path));

describe.each<Language>(["en", "zh"])("comparisons (%s)", language => {
  test.each(["finance/revenue", "company/employees", "company/founded"])("of %s name both subjects and reckon soundly", path => {
    const facts = at(language, path, [0, 1]);
    for (const seed of seeds) {
      const { declined, question, answer, derivations } = askFor("comparison", language, facts, seed);
      expect(declined).toBeNull();
      for (const { document, value } of facts) {
        expect(question).toContain(document);
        expect(answer).toContain(value);
      }
      expect(derivations.map(derivation => checkDerivation(derivation, language))).toEqual([undefined]);
      expect(unsupportedValues(answer, [...facts.map(({ sentence }) => sentence), question], derivations, language)).toEqual([]);
    }
  });

  test("copy the scale of the source, and write the difference out where scales differ", () => {
    const result = askFor("comparison", language, at(language, "finance/revenue", [0, 1])).derivations[0]?.result;
    expect(result).toBe(language === "zh" ? "6.4301亿元" : "US$112.2 million");
  });

  test("say who leads: the one with more, or with less where that is asked", () => {
    const leaders = seeds.map(seed => /(?:therefore|因此)|/.exec(askFor("comparison", language, at(language, "finance/revenue", [0, 1]), seed).answer) && askFor("comparison", language, at(language, "finance/revenue", [0, 1]), seed));
    const higher = leaders.filter(reply => /is therefore higher|the higher|更高/.test(reply!.answer));
    const lower = leaders.filter(reply => /is therefore lower|the lower|更低/.test(reply!.answer));
    const leading = (reply: (typeof leaders)[number], name: string) => reply!.answer.split(language === "zh" ? "。" : "million. ")[1]!.includes(name);
    expect(higher.length).toBeGreaterThan(0);
    expect(lower.length).toBeGreaterThan(0);
    expect(higher.every(reply => leading(reply, factAt(language, 0, "finance/revenue").document))).toBe(true);
    expect(lower.every(reply => leading(reply, factAt(language, 1, "finance/revenue").document))).toBe(true);
  });

  test("of three documents name the greatest", () => {
    const { derivations, answer } = askFor("comparison", language, at(language, "company/employees", [0, 1, 2]));
    expect(derivations).toMatchObject([{ operation: "maximum", result: language === "zh" ? "1376" : "2,015" }]);
    expect(answer).toContain(factAt(language, language === "zh" ? 0 : 2, "company/employees").document);
  });

  const [one, two] = at(language, "finance/revenue", [0, 1]);
  const [day, other] = at(language, "company/founded", [0, 1]);
  test.each([
    ["currencies that differ", [one!, { ...two!, value: "€98.2 million" }]],
    ["equal values", [one!, { ...two!, value: one!.value }]],
    ["values that are no numbers", at(language, "governance/chair", [0, 1])],
    ["dates of different precision", [day!, { ...other!, value: language === "zh" ? "2001年9月" : "August 1991" }]],
    ["a date without its year", [day!, { ...other!, value: language === "zh" ? "9月3日" : "17 August" }]],
    ["two facts of one document", [one!, { ...two!, document: one!.document }]],
    ["different leaves", [one!, factAt(language, 1, "finance/profit")]],
  ])("are declined for %s", (_, facts) => {
    expect(askFor("comparison", language, facts).declined).not.toBeNull();
  });
});
