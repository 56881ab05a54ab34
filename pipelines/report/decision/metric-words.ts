// Metrics as a sentence calls them, in both languages.

import type { Metric } from "../../../schemas/evaluation/metrics.ts";

export type PageLanguage = "zh" | "en";

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

const chinese: Record<Metric, string> = {
  "rageval-recall": "RAGEval 召回率",
  "rageval-recall-same-chunk": "同一片段内的召回率",
  "rageval-eir": "有效信息率",
  "rageval-precision": "RAGEval 精确率",
  "rageval-snr": "信噪比",
  "evidence-recall": "证据召回率",
  mrr: "MRR",
  "crud-mrr": "CRUD 的 MRR",
  "hit-at-1": "前 1 命中率",
  "hit-at-5": "前 5 命中率",
  "hit-at-10": "前 10 命中率",
  "recall-at-5": "前 5 召回率",
  "recall-at-10": "前 10 召回率",
  "ndcg-at-10": "前 10 nDCG",
  "cofe-recall": "CoFE 召回率",
  "cofe-accuracy": "CoFE 准确率",
  "rouge-l": "ROUGE-L",
  bleu: "BLEU",
  "bleu-corpus": "整体 BLEU",
  "crud-bleu": "CRUD 的 BLEU",
  "crud-bleu-1": "CRUD 的 BLEU-1",
  "crud-bleu-2": "CRUD 的 BLEU-2",
  "crud-bleu-3": "CRUD 的 BLEU-3",
  "crud-bleu-4": "CRUD 的 BLEU-4",
  "crud-rouge-l": "CRUD 的 ROUGE-L",
  "sentence-cosine": "句向量余弦",
  "answer-length": "回答长度",
  "right-answer-rate": "答对率",
  "stale-answer-rate": "旧答案率",
  "superseded-answer-rate": "已被取代的答案率",
  "later-answer-rate": "过晚答案率",
  "twin-answer-rate": "孪生文档答案率",
  "partial-answer-rate": "不全答案率",
  "grounded-share": "依据文档的比例",
  completeness: "完整度",
  hallucination: "矛盾率",
  irrelevance: "未说到率",
  "quest-recall": "问答召回率",
  "quest-precision": "问答精确率",
  faithfulness: "忠实度",
  relevance: "相关度",
  correctness: "正确度",
  pass: "通过率",
};

export const metricWord = (metric: Metric, language: PageLanguage): string =>
  language === "zh" ? chinese[metric] : (english[metric] ?? metric);
