// Whether any sentence answers a question.

import { describe, expect, test } from "vitest";
import { askTail, factAt, sentencesOf, type Language } from "./planned-facts.ts";

interface Answered {
  answerable: boolean;
  sentences: number[];
}

const questions: Record<Language, readonly [asked: string, path: string][]> = {
  en: [
    ["How high was the net profit of Brannoch Mills Ltd.?", "finance/profit"],
    ["When was Brannoch Mills Ltd. founded?", "company/founded"],
    ["What was the price of the acquisition by Brannoch Mills Ltd.?", "event/acquisition/amount"],
  ],
  zh: [
    ["禾稔食品股份有限公司的注册资本是多少？", "company/capital"],
    ["禾稔食品股份有限公司的净利润是多少？", "finance/profit"],
    ["禾稔食品股份有限公司的收购金额是多少？", "event/acquisition/amount"],
  ],
};

describe.each<Language>(["en", "zh"])("whether a question has an answer (%s)", language => {
  test.each(questions[language])(
    "%s is answered by the sentence that states it",
    (question, path) => {
      const sentences = sentencesOf(language, [0, 1]);
      const fact = factAt(language, 0, path);
      const reply = askTail("answerability", language, { question, sentences }) as Answered;
      expect(reply).toMatchObject({
        answerable: true,
        sentences: expect.arrayContaining([
          sentences.find(({ text }) => text === fact.sentence)!.number,
        ]),
      });
    },
  );

  test.each(questions[language])(
    "%s has no answer where its sentence is missing",
    (question, path) => {
      const fact = factAt(language, 0, path);
      const sentences = sentencesOf(language, [0, 1]).filter(({ text }) => text !== fact.sentence);
      expect(askTail("answerability", language, { question, sentences }) as Answered).toEqual({
        answerable: false,
        sentences: [],
      });
    },
  );
});
