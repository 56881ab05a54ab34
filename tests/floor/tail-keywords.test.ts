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
    ["comparison", facts([0, 1], "finance/revenue")],
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

test("values that the answer does not tell are left out, and units stay whole", () => {
  const evidence = [
    ["", "Haemoglobin stood at 127 g/L and the white cell count at 6.2 ×10⁹/L."],
  ] as const;
  const { fine } = keywordsOf("en", {
    question: "What was the white cell count?",
    answer: "The white cell count was 6.2 ×10⁹/L.",
    evidence,
  });
  expect(fine).toEqual([["white cell count at 6.2 ×10⁹/L"]]);
  const zh = keywordsOf("zh", {
    question: "脉搏是多少？",
    answer: "脉搏为73次/分。",
    evidence: [["", "体温：36.5℃，脉搏：73次/分"]],
  });
  expect(zh.fine).toEqual([["脉搏", "73次/分"]]);
});
