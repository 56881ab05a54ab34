// Keywords by rules: terms that question and evidence share, and the values an answer tells with what they are of.

import { describe, expect, test } from "vitest";
import type { NumberedSentence } from "../../schemas/items/prompts.ts";
import { askFor, askTail, companies, factAt, type Language } from "./planned-facts.ts";

interface Keywords {
  coarse: string[];
  fine: string[][];
}

interface Asked {
  readonly question: string;
  readonly answer: string;
  readonly evidence: readonly (readonly [document: string, text: string])[];
}

const keywordsOf = (
  language: Language,
  { question, answer, evidence }: Asked,
  type = "factual",
): Keywords => {
  const numbered: NumberedSentence[] = evidence.map(([document, text], at) => ({
    number: at + 1,
    document,
    text,
  }));
  return askTail("keywords", language, { type, question, answer, evidence: numbered }) as Keywords;
};

describe.each<Language>(["en", "zh"])("keywords (%s)", language => {
  const facts = (chosen: readonly number[], ...paths: string[]) =>
    chosen.flatMap(company => paths.map(path => factAt(language, company, path)));

  test.each([
    ["factual", facts([0], "finance/revenue")],
    ["multi-hop", facts([0], "company/founded", "company/listed")],
    ["summary", companies[language][0]!.slice(0, 7)],
    ["integration", facts([0, 1], "finance/revenue")],
    ["comparison", facts([0, 1], "company/employees")],
    ["time-sequence", facts([0, 1, 2], "company/founded")],
  ] as const)(
    "of a %s question are there, the coarse in the question, the fine verbatim in its sentences",
    (type, facts) => {
      const { question, answer } = askFor(
        type,
        language,
        facts.map((fact, at) => ({ ...fact, number: at + 1 })),
      );
      const { coarse, fine } = keywordsOf(
        language,
        { question, answer, evidence: facts.map(({ document, sentence }) => [document, sentence]) },
        type,
      );
      expect(coarse.length).toBeGreaterThan(0);
      expect(coarse.filter(term => !question.toLowerCase().includes(term.toLowerCase()))).toEqual(
        [],
      );
      expect(fine.length).toBeGreaterThan(0);
      expect(
        fine.flat().filter(element => !facts.some(({ sentence }) => sentence.includes(element))),
      ).toEqual([]);
    },
  );
});

test.each<[Language, string, string]>([
  ["en", "The white cell count was 6.2 ×10⁹/L.", "White cell count: 6.2 ×10⁹/L"],
  ["zh", "脉搏为73次/分。", "体温：36.5℃，脉搏：73次/分"],
])("a value that the answer tells is whole (%s)", (language, answer, text) => {
  const { fine } = keywordsOf(language, { question: "?", answer, evidence: [["", text]] });
  expect(fine.flat()).toContain(language === "en" ? "6.2 ×10⁹/L" : "73次/分");
});
