// A correction is scored on its continuation, with or without the beginning before it: a perfect one has the best value of every answer metric.

import { expect, test } from "vitest";
import { scoredPartOf } from "../../pipelines/evaluate/scored-part.ts";
import { createAnswerScorer } from "../../pipelines/evaluate/scores/answer-scores.ts";
import { judgedScores } from "../../pipelines/evaluate/scores/judged-scores.ts";
import { splitCorrection, joinCorrection } from "../../schemas/items/correction-text.ts";
import { keypointVerdictsPrompt } from "../../schemas/evaluation/prompts.ts";
import { aPrediction, aTruth } from "../support/evaluation-rows.ts";
import { askOrAbstain } from "../floor/judge/asking.ts";

const texts = {
  zh: {
    beginning: "鹭洲二桥3月8日上午正式通车，三百名市民步行过桥。",
    wrong: "大桥全长2100米，总投资6.4亿元。施工方为远岭路桥集团，工期共三年。",
    right: "大桥全长1900米，总投资6.4亿元。施工方为远岭路桥集团，工期共三年。",
    changed: "大桥全长1900米，总投资6.4亿元。",
    other: "鹭洲二桥3月8日正式通车了，三百名市民步行过桥。",
  },
  en: {
    beginning: "Second Heron Bridge was opened on 8 March. Three hundred people walked across it.",
    wrong:
      "The bridge is 2,100 metres long and cost £64 million. Farridge built it in three years.",
    right:
      "The bridge is 1,900 metres long and cost £64 million. Farridge built it in three years.",
    changed: "The bridge is 1,900 metres long and cost £64 million.",
    other: "Second Heron Bridge was opened on March 8. Three hundred people walked across it.",
  },
} as const;
type Language = keyof typeof texts;

const truthIn = (language: Language) =>
  aTruth({
    language,
    type: "correction",
    question: joinCorrection({
      beginning: texts[language].beginning,
      continuation: texts[language].wrong,
    }),
    answer: texts[language].right,
    keypoints: [{ id: "k1", claim: texts[language].changed }],
  });

/** By every metric of an answer that code can compute. */
function scoresOf(language: Language, said: string) {
  const truth = truthIn(language);
  const answer = scoredPartOf(said, truth);
  const prediction = aPrediction({ language, answer });
  const scored = { truth, prediction, variant: "paper" as const };
  const verdicts = askOrAbstain(keypointVerdictsPrompt, language, {
    task: "correction",
    question: truth.question,
    answer: answer ?? "",
    keypoints: truth.keypoints ?? [],
  })?.verdicts;
  const keypoints = verdicts && {
    verdicts: verdicts.map(({ id, verdict, reason }) => ({ keypointId: id, verdict, reason })),
  };
  const judged = judgedScores(scored, {
    keypoints,
    faithfulness: undefined,
    relevance: undefined,
    correctness: undefined,
    quest: undefined,
    questReference: undefined,
  });
  return { ...createAnswerScorer()(scored).values, ...judged };
}

const best = {
  "rouge-l": 1,
  bleu: 1,
  "crud-bleu": 1,
  completeness: 1,
  hallucination: 0,
  irrelevance: 0,
};

test.each(["zh", "en"] as const)(
  "%s: a perfect correction gets the best value of every metric, alone or behind its beginning",
  language => {
    const { beginning, right, other } = texts[language];
    for (const said of [
      right,
      `${beginning}${right}`,
      `${beginning}\n\n${right}`,
      `${beginning} ${right}`,
      `${other}${language === "zh" ? "" : " "}${right}`,
    ])
      expect(scoresOf(language, said), said).toMatchObject(best);
  },
);

test.each(["zh", "en"] as const)(
  "%s: the unchanged text puts nothing right, and its wording is short of what was changed",
  language => {
    const { beginning, wrong } = texts[language];
    for (const said of [wrong, `${beginning}${wrong}`]) {
      const scores = scoresOf(language, said);
      // What is not covered by values or the very words may be by others: rules then abstain.
      expect(scores["completeness"] ?? 0).toBe(0);
      for (const metric of ["rouge-l", "bleu", "crud-bleu"] as const)
        expect(scores[metric]).toBeLessThan(1);
    }
  },
);

test("an answer of another task, and one that is a beginning alone, stay as they are", () => {
  const truth = truthIn("en");
  expect(scoredPartOf(truth.question, { ...truth, type: "continuation" })).toBe(truth.question);
  expect(scoredPartOf(texts.en.beginning, truth)).toBe(texts.en.beginning);
  expect(scoredPartOf(null, truth)).toBeNull();
});

test("the first blank line of the input stands between what holds and what is to be put right", () => {
  const parts = { beginning: "A.\n\n\nB. ", continuation: " C.\n \nD." };
  expect(splitCorrection(joinCorrection(parts))).toEqual({
    beginning: "A.\nB.",
    continuation: "C.\nD.",
  });
  expect(splitCorrection("C.")).toEqual({ beginning: "", continuation: "C." });
});
