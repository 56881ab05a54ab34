// Answers scored one after the other have the scores that each would have alone.

import { expect, test } from "vitest";
import { bleuCounts, bleuOf } from "../../../pipelines/evaluate/metrics/bleu.ts";
import {
  publishedChineseRougeL,
  publishedRougeL,
} from "../../../pipelines/evaluate/metrics/published-rouge.ts";
import { rougeL } from "../../../pipelines/evaluate/metrics/rouge.ts";
import { createAnswerScorer } from "../../../pipelines/evaluate/scores/answer-scores.ts";
import type { ScoreInput } from "../../../pipelines/evaluate/scores/retrieval-scores.ts";
import { metricTokens } from "../../../pipelines/text/metric-tokens.ts";

type Variant = ScoreInput["variant"];
type Language = ScoreInput["truth"]["language"];

/** Only what the answer's scores are made from. */
const scored = (
  language: Language,
  reference: string,
  answer: string | null,
  variant: Variant = "paper",
): ScoreInput =>
  ({
    truth: { language, answer: reference },
    prediction: { answer },
    variant,
  }) as unknown as ScoreInput;

const cases = [
  ["zh", "水库在五月开始蓄水，九月停止。", "水库五月开始蓄水。水位升高。"],
  [
    "en",
    "The dam began to fill in May, and stopped in September.",
    "It began to fill in May. The dam rose.",
  ],
  ["zh", "水库在五月开始蓄水，九月停止。", "九月，水库停止蓄水。"],
  ["zh", "The dam began to fill in May, and stopped in September.", "The dam, began in May"],
] as const;

test("ROUGE-L and BLEU are those of the tokens of their own, in both languages and by both programs", () => {
  const score = createAnswerScorer();
  const tokens = (text: string, language: Language, use: "rouge" | "bleu") =>
    metricTokens(text, language, use);
  const alone = (language: Language, reference: string, answer: string, variant: Variant) => {
    const counts = bleuCounts(
      tokens(answer, language, "bleu"),
      tokens(reference, language, "bleu"),
    );
    const words = [
      tokens(answer, language, "rouge"),
      tokens(reference, language, "rouge"),
    ] as const;
    const published =
      language === "en" ? publishedRougeL(answer, reference) : publishedChineseRougeL(...words);
    const { bleu, bleuAvg, precisions } = bleuOf(counts);
    const values = {
      "answer-length": [...answer].length,
      "rouge-l": variant === "paper" ? rougeL(...words)!.f : published,
      bleu,
      "crud-bleu": bleuAvg,
      ...(variant === "published" && {
        ...Object.fromEntries(precisions.map((each, order) => [`crud-bleu-${order + 1}`, each])),
        "crud-rouge-l": rougeL(tokens(answer, "zh", "rouge"), tokens(reference, "zh", "rouge"))!.f,
      }),
    };
    return { values, bleu: counts };
  };
  const both = cases.flatMap(one => [[...one, "paper"] as const, [...one, "published"] as const]);
  const wanted = both.map(([language, reference, answer, variant]) =>
    alone(language, reference, answer, variant),
  );
  const made = () =>
    both.map(([language, reference, answer, variant]) =>
      score(scored(language, reference, answer, variant)),
    );
  expect([made(), made()]).toEqual([wanted, wanted]);
});

test("no answer has no scores, and an answer without a reference only its length", () => {
  const score = createAnswerScorer();
  expect(score(scored("en", "It fell.", null))).toEqual({ values: {}, bleu: null });
  expect(score(scored("zh", " ", "水😀 "))).toEqual({ values: { "answer-length": 2 }, bleu: null });
});
