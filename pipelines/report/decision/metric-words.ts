// Names of metrics within a sentence, in both languages.

import { metricWords } from "../../../schemas/evaluation/metric-words.ts";
import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import type { PageLanguage } from "../evaluation/page-language.ts";

const english: Partial<Record<Metric, string>> = {
  "evidence-recall": "evidence recall",
  "right-answer-rate": "right answers",
  completeness: "completeness",
  hallucination: "hallucination",
  irrelevance: "irrelevance",
  correctness: "correctness",
  faithfulness: "faithfulness",
  relevance: "relevance",
};

export const metricWord = (metric: Metric, language: PageLanguage): string =>
  language === "zh" ? metricWords.zh[metric].label : (english[metric] ?? metric);
