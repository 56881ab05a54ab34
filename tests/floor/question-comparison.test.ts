// Comparisons: who leads, by how much, and when none can be made.

import { describe, expect, test } from "vitest";
import { checkDerivation, unsupportedValues } from "../../pipelines/text/derivation.ts";
import { askFor, factAt, type Language } from "./planned-facts.ts";

const seeds = Array.from({ length: 40 }, (_, at) => at);
const at = (language: Language, path: string, companies: readonly number[]) =>
  companies.map(company => factAt(language, company, path));

describe.each<Language>(["en", "zh"])("comparisons (%s)", language => {
  test.each(["finance/revenue", "company/employees", "company/founded"])(
    "of %s name both subjects and reckon soundly",
    path => {
      const facts = at(language, path, [0, 1]);
      for (const seed of seeds) {
        const { declined, question, answer, derivations } = askFor(
          "comparison",
          language,
          facts,
          seed,
        );
        expect(declined).toBeNull();
        for (const { document, value } of facts) {
          expect(question).toContain(document);
          expect(answer).toContain(value);
        }
        expect(derivations.map(derivation => checkDerivation(derivation, language))).toEqual([
          undefined,
        ]);
        expect(
          unsupportedValues(
            answer,
            [...facts.map(({ sentence }) => sentence), question],
            derivations,
            language,
          ),
        ).toEqual([]);
      }
    },
  );

  test("say who leads: the one with more, or with less where that is asked", () => {
    const facts = at(language, "finance/revenue", [0, 1]);
    const conclusions = seeds
      .map(seed => askFor("comparison", language, facts, seed).answer)
      .map(answer =>
        answer.slice(Math.max(...facts.map(({ value }) => answer.indexOf(value) + value.length))),
      );
    const leader = (conclusion: string) =>
      facts
        .map(({ document }) => document)
        .sort((a, b) => order(conclusion, a) - order(conclusion, b))[0];
    const order = (text: string, name: string) =>
      text.includes(name) ? text.indexOf(name) : text.length;
    const higher = conclusions.filter(text => /higher|更高/.test(text)).map(leader);
    const lower = conclusions.filter(text => /lower|更低/.test(text)).map(leader);
    expect(new Set(higher)).toEqual(new Set([facts[0]!.document]));
    expect(new Set(lower)).toEqual(new Set([facts[1]!.document]));
  });

  test("of three documents name the greatest", () => {
    const { derivations, answer } = askFor(
      "comparison",
      language,
      at(language, "company/employees", [0, 1, 2]),
    );
    expect(derivations).toMatchObject([
      { operation: "maximum", result: language === "zh" ? "1376" : "2,015" },
    ]);
    expect(answer).toContain(
      factAt(language, language === "zh" ? 0 : 2, "company/employees").document,
    );
  });

  const [one, two] = at(language, "finance/revenue", [0, 1]);
  const [day, other] = at(language, "company/founded", [0, 1]);
  test.each([
    ["currencies that differ", [one!, { ...two!, value: "€98.2 million" }]],
    ["equal values", [one!, { ...two!, value: one!.value }]],
    ["values that are no numbers", at(language, "governance/chair", [0, 1])],
    [
      "dates of different precision",
      [day!, { ...other!, value: language === "zh" ? "2001年9月" : "August 1991" }],
    ],
    [
      "a date without its year",
      [day!, { ...other!, value: language === "zh" ? "9月3日" : "17 August" }],
    ],
    ["two facts of one document", [one!, { ...two!, document: one!.document }]],
    ["different leaves", [one!, factAt(language, 1, "finance/profit")]],
  ])("are declined for %s", (_, facts) => {
    expect(askFor("comparison", language, facts).declined).not.toBeNull();
  });
});
