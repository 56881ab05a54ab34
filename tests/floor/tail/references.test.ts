// Which sentences support an answer.

import { describe, expect, test } from "vitest";
import type { QuestionType } from "../../../schemas/items/item-types.ts";
import { askFor, askTail, evidenceOf, type Language, variablesFor } from "../prepared.ts";

const all = Array.from({ length: 36 }, (_, at) => at + 1);

describe.each<Language>(["en", "zh"])("references (%s)", language => {
  const cited = (question: string, answer: string, chosen: readonly number[]) => {
    const sentences = evidenceOf(variablesFor(language, chosen), all);
    return askTail("items/references", language, {
      question,
      answer,
      sentences: sentences.map((sentence, at) => ({ ...sentence, number: at + 1 })),
    });
  };

  test.each<[QuestionType, number[]]>([
    ["factual", [0]],
    ["multi-hop", [0]],
    ["summary", [0]],
    ["integration", [0, 1]],
    ["comparison", [0, 1]],
    ["time-sequence", [0, 1, 2]],
  ])(
    "of a %s answer over documents %j are exactly the sentences it was made of",
    (type, chosen) => {
      for (const { question, answer, sentences } of askFor(type, language, chosen))
        expect(cited(question, answer, chosen)).toEqual({ sentences });
    },
  );

  test("of a claim that no sentence states are none", () => {
    const [question, answer] = {
      zh: ["有何设施？", "该公司在火星设有观测站。"] as const,
      en: ["Which facilities exist?", "A lunar telescope was inaugurated."] as const,
    }[language];
    expect(cited(question, answer, [0])).toEqual({ sentences: [] });
  });

  test("are taken from the document the claim names, though another states the same", () => {
    const [{ question, answer } = { question: "", answer: "" }] = askFor("factual", language, [1]);
    const sentences = evidenceOf(variablesFor(language, [1]), all).flatMap(
      ({ document, text }, at) => [
        { number: 2 * at + 1, document: "X", text },
        { number: 2 * at + 2, document, text },
      ],
    );
    const reply = askTail("items/references", language, { question, answer, sentences });
    expect(reply).toEqual({ sentences: [expect.any(Number)] });
    expect((reply as { sentences: number[] }).sentences.every(number => number % 2 === 0)).toBe(
      true,
    );
  });
});
