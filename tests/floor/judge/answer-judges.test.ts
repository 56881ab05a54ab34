// Faithfulness, relevance, correctness, quest answers and other support by rules.

import { expect, test } from "vitest";
import {
  correctnessPrompt,
  faithfulnessPrompt,
  otherSupportPrompt,
  questAnswersPrompt,
  relevancePrompt,
} from "../../../schemas/evaluation/prompts.ts";
import { askRules, type Language, numbered } from "./asking.ts";
import { cases } from "../../support/cases.ts";

const passages = {
  zh: numbered(
    "槐荫图书馆由建筑师程书雅设计，藏书四十万册。1987年9月9日正式开馆。",
    "青禾影院位于临江路，共有六个放映厅。",
  ),
  en: numbered(
    "The Alder Library was designed by Ada Lorne and holds 400,000 volumes. It was opened on 9 September 1987.",
    "The Heron cinema stands on Quay Street and has six screens.",
  ),
};

cases<[Language, string, boolean]>(
  "floor/judge/answer-judges",
  "%s: %s is faithful: %s",
  (language, answer, faithful) => {
    const reply = askRules(faithfulnessPrompt, language, {
      task: "question",
      question: "?",
      answer,
      passages: passages[language],
    });
    expect([reply.faithful, reply.unsupported.length === 0]).toEqual([faithful, faithful]);
  },
);

cases<[Language, string, string, boolean]>(
  "floor/judge/answer-judges",
  "%s: %s — %s is relevant: %s",
  (language, question, answer, relevant) => {
    expect(
      askRules(relevancePrompt, language, {
        task: "question",
        question,
        answer,
        passages: passages[language],
      }).relevant,
    ).toBe(relevant);
  },
);

cases<[language: Language, question: string, reference: string, answer: string, score: number]>(
  "floor/judge/answer-judges",
  "%s: beside %s… %s is worth %s",
  (language, question, reference, answer, score) => {
    expect(
      askRules(correctnessPrompt, language, { task: "question", question, answer, reference })
        .score,
    ).toBe(score);
  },
);

test("something wrong keeps an answer below a pass", () => {
  const reference =
    "The Alder Library was opened in 1987. The Alder Library holds 400,000 volumes.";
  const answer = "The Alder Library was opened in 1987. The Alder Library holds 500,000 volumes.";
  expect(
    askRules(correctnessPrompt, "en", {
      task: "question",
      question: "What is known of the Alder Library?",
      answer,
      reference,
    }).score,
  ).toBe(3);
});

cases<[language: Language, asked: [question: string, answer: string | null][]]>(
  "floor/judge/answer-judges",
  "%s: questions are answered by the value or name asked for, or not at all",
  (language, asked) => {
    const questions = asked.map(([question], at) => ({ id: String(at + 1), question }));
    expect(
      askRules(questAnswersPrompt, language, {
        text: passages[language][0]!.text,
        questions,
      }).answers.map(({ answer }) => answer),
    ).toEqual(asked.map(([, answer]) => answer));
  },
);

cases<[language: Language, question: string, answer: string, text: string, verdict: string]>(
  "floor/judge/answer-judges",
  "%s: to %s — %s the sentence %s %s",
  (language, question, answer, text, verdict) => {
    const reply = askRules(otherSupportPrompt, language, {
      question,
      answer,
      sentences: [{ number: 1, document: "", text }],
    });
    expect([reply.verdict, reply.sentences]).toEqual([verdict, verdict === "neither" ? [] : [1]]);
  },
);

test.each(["", "。", "\u0000", "（".repeat(2000), "x".repeat(20_000)])(
  "rubbish (%#) is answered by every judge",
  text => {
    for (const language of ["zh", "en"] as const) {
      expect(
        askRules(faithfulnessPrompt, language, {
          task: "question",
          question: "?",
          answer: text,
          passages: [],
        }).reason,
      ).not.toBe("");
      expect(
        askRules(relevancePrompt, language, {
          task: "question",
          question: text,
          answer: text,
          passages: [],
        }).relevant,
      ).toBe(false);
      expect(
        askRules(correctnessPrompt, language, {
          task: "question",
          question: text,
          answer: text,
          reference: "无法回答",
        }).score,
      ).toBe(1);
      expect(
        askRules(questAnswersPrompt, language, {
          text,
          questions: [{ id: "1", question: "谁 who?" }],
        }).answers,
      ).toHaveLength(1);
      expect(
        askRules(otherSupportPrompt, language, { question: text, answer: text, sentences: [] })
          .verdict,
      ).toBe("neither");
    }
  },
);
