// Which sentences support an answer.

import { describe, expect, test } from "vitest";
import type { PlannedFact, questionPrompts } from "../../schemas/rageval/prompts.ts";
import { askFor, askTail, companies, factAt, sentencesOf, type Language } from "./planned-facts.ts";

const cited = (
  language: Language,
  { question, answer }: { question: string; answer: string },
  chosen: readonly number[],
) =>
  (
    askTail("references", language, {
      question,
      answer,
      sentences: sentencesOf(language, chosen),
    }) as { sentences: number[] }
  ).sentences;

const numbersOf = (language: Language, facts: readonly PlannedFact[], chosen: readonly number[]) =>
  facts
    .map(
      fact =>
        sentencesOf(language, chosen).find(
          ({ document, text }) => document === fact.document && text === fact.sentence,
        )!.number,
    )
    .sort((a, b) => a - b);

describe.each<Language>(["en", "zh"])("references (%s)", language => {
  const at = (company: number, path: string) => factAt(language, company, path);
  test.each<[keyof typeof questionPrompts, PlannedFact[], number[]]>([
    ["factual", [at(0, "finance/revenue")], [0]],
    ["factual", [at(1, "governance/chair")], [1]],
    ["multi-hop", [at(0, "company/founded"), at(0, "company/listed")], [0]],
    ["integration", [at(0, "company/capital"), at(1, "company/capital")], [0, 1]],
    ["comparison", [at(0, "company/employees"), at(1, "company/employees")], [0, 1]],
    [
      "time-sequence",
      [at(0, "company/founded"), at(1, "company/founded"), at(2, "company/founded")],
      [0, 1, 2],
    ],
    ["summary", companies[language][0]!.slice(0, 6), [0]],
  ])("of a %s answer are exactly the sentences that state its facts", (type, facts, chosen) => {
    for (let seed = 0; seed < 6; seed++)
      expect(cited(language, askFor(type, language, facts, seed), chosen)).toEqual(
        numbersOf(language, facts, chosen),
      );
  });

  test("of an unanswerable answer are none", () => {
    expect(
      cited(
        language,
        { question: "?", answer: language === "zh" ? "无法回答" : "Unable to answer." },
        [0],
      ),
    ).toEqual([]);
  });

  test("of a claim that no sentence states are none", () => {
    const answer =
      language === "zh" ? "该公司在火星设有观测站。" : "A lunar telescope was inaugurated.";
    expect(
      cited(
        language,
        { question: language === "zh" ? "有何设施？" : "Which facilities exist?", answer },
        [0],
      ),
    ).toEqual([]);
  });

  test("are taken from the document the claim names, though another states the same", () => {
    const fact = at(1, "company/industry");
    const { question, answer } = askFor("factual", language, [fact]);
    expect(cited(language, { question, answer }, [0, 1])).toEqual(
      numbersOf(language, [fact], [0, 1]),
    );
  });
});
