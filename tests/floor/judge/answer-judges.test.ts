// Faithfulness by rules; what only a reader can judge is declined.

import { expect, test } from "vitest";
import { ruleAnswerers } from "../../../pipelines/floor/rule-answerers.ts";
import {
  correctnessPrompt,
  faithfulnessPrompt,
  otherSupportPrompt,
  questAnswersPrompt,
  relevancePrompt,
} from "../../../schemas/evaluation/prompts.ts";
import { askOrAbstain, type Language, numbered } from "./asking.ts";
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

cases<[Language, string, boolean | null]>(
  "floor/judge/answer-judges",
  "%s: %s is faithful: %s (null: rules abstain)",
  (language, answer, faithful) => {
    const reply = askOrAbstain(faithfulnessPrompt, language, {
      task: "question",
      question: "?",
      answer,
      passages: passages[language],
    });
    const found = reply && [reply.faithful, reply.unsupported.length === 0];
    expect(found ?? null).toEqual(faithful === null ? null : [faithful, faithful]);
  },
);

test("a mark, relevance, answers to a quest and support by another document are left to readers", () => {
  const asked = ruleAnswerers.map(({ prompt }) => prompt);
  const readers = [correctnessPrompt, relevancePrompt, questAnswersPrompt, otherSupportPrompt];
  expect(readers.filter(prompt => asked.includes(prompt))).toEqual([]);
});

test.each(["", "。", "\u0000", "（".repeat(2000), "x".repeat(20_000)])(
  "rubbish (%#) is never unfaithful, and is given a reason where it is judged",
  text => {
    for (const language of ["zh", "en"] as const) {
      const asked = { question: "?", answer: text, passages: [] };
      const reply = askOrAbstain(faithfulnessPrompt, language, { task: "question", ...asked });
      expect([reply?.faithful ?? true, reply?.reason ?? "abstained"]).toEqual([
        true,
        expect.stringMatching(/./),
      ]);
    }
  },
);
