// One round of refinement: what is kept, added and dropped.

import { describe, expect, test } from "vitest";
import type { Derivation } from "../../schemas/items/records.ts";
import { askFor, askTail, factAt, sentencesOf, type Language } from "./planned-facts.ts";

interface Refined {
  answer: string;
  sentences: number[];
  derivations: Derivation[];
  changes: string[];
}

const refine = (
  language: Language,
  question: string,
  answer: string,
  citedNumbers: readonly number[],
): Refined => {
  const all = sentencesOf(language, [0]);
  const [cited, others] = [true, false].map(wanted =>
    all.filter(({ number }) => citedNumbers.includes(number) === wanted),
  );
  return askTail("refinement", language, { question, answer, cited, others }) as Refined;
};

describe.each<Language>(["en", "zh"])("refinement (%s)", language => {
  const [founded, listed, revenue] = ["company/founded", "company/listed", "finance/revenue"].map(
    path => factAt(language, 0, path),
  );

  test("leaves an answer alone that its sentences support", () => {
    const { question, answer } = askFor("factual", language, [revenue!]);
    expect(refine(language, question, answer, [4])).toEqual({
      answer,
      sentences: [4],
      derivations: [],
      changes: [],
    });
  });

  test("adds an overlooked sentence for a value", () => {
    const { question, answer } = askFor("multi-hop", language, [founded!, listed!]);
    const refined = refine(language, question, answer, [1]);
    expect(refined.answer).toBe(answer);
    expect(refined.sentences).toEqual([1, 2]);
    expect(refined.changes).toHaveLength(1);
  });

  test("keeps a computed value and says how it follows when it rewrites the answer", () => {
    const { question, answer, derivations } = askFor("multi-hop", language, [founded!, listed!]);
    const wrong = language === "zh" ? "负债为777万元。" : "Debt was US$777 million.";
    const refined = refine(
      language,
      question,
      `${answer}${language === "zh" ? "" : " "}${wrong}`,
      [1, 2],
    );
    expect(refined.answer).toBe(answer);
    expect(refined.derivations).toEqual(derivations);
    expect(refined.changes).toHaveLength(1);
  });

  test("drops the one clause whose value nothing supports", () => {
    const answer =
      language === "zh"
        ? `营业收入为${revenue!.value}；负债为777万元。`
        : `Revenue was ${revenue!.value}; debt was US$777 million.`;
    const refined = refine(language, "?", answer, [4]);
    expect(refined.answer).toBe(
      language === "zh" ? `营业收入为${revenue!.value}。` : `Revenue was ${revenue!.value}.`,
    );
    expect(refined.sentences).toEqual([4]);
  });

  test("cannot answer any more when nothing is left", () => {
    const refined = refine(
      language,
      "?",
      language === "zh" ? "负债为777万元。" : "Debt was US$777 million.",
      [1],
    );
    expect(refined).toMatchObject({
      answer: language === "zh" ? "无法回答" : "Unable to answer.",
      sentences: [],
    });
  });
});
