// Metrics from a judge model's verdicts.

import type { MetricRecord } from "./metric-record.ts";

const keypointNeeds = ["keypoints", "answer", "judge"] as const;

/** Computed from a judge model's verdicts. */
export const judgedRecords = {
  completeness: {
    needs: keypointNeeds,
    source: "RAGEval, Completeness",
    label: { en: "Completeness", zh: "完整度" },
    line: {
      en: "share of an item's keypoints that the answer states",
      zh: "题目的要点中，回答说到的比例",
    },
  },
  hallucination: {
    better: "less",
    keptBySilence: true,
    needs: keypointNeeds,
    source: "RAGEval, Hallucination",
    label: { en: "Hallucination", zh: "矛盾率" },
    line: {
      en: "share of the keypoints that the answer contradicts",
      zh: "题目的要点中，与回答相矛盾的比例",
    },
  },
  irrelevance: {
    better: "less",
    needs: keypointNeeds,
    source: "RAGEval, Irrelevance",
    label: { en: "Irrelevance", zh: "未提及率" },
    line: {
      en: "share of the keypoints that the answer neither states nor contradicts",
      zh: "题目的要点中，回答既未说到、也未与之矛盾的比例",
    },
  },
  "quest-recall": {
    needs: ["quest", "answer", "judge"],
    source: "CRUD-RAG, RAGQuestEval",
    label: { en: "Quest recall", zh: "问答召回率" },
    line: {
      en: "of the questions that the reference answer settles, share that the answer settles too",
      zh: "参考答案能答出的问题中，回答也能答出的比例",
    },
  },
  "quest-precision": {
    needs: ["quest", "answer", "judge"],
    appliesAs: "quest-recall",
    source: "CRUD-RAG, RAGQuestEval",
    label: { en: "Quest precision", zh: "问答精确率" },
    line: {
      en: "word overlap (F1) of both texts' answers to the questions that both settle",
      zh: "在两者都能答出的问题上，两者的答案在用词上的重合程度（F1）",
    },
  },
  faithfulness: {
    needs: ["answer", "passages", "judge"],
    appliesAs: "every item",
    keptBySilence: true,
    source: "CoFE-RAG, Faithfulness",
    label: { en: "Faithfulness", zh: "忠实度" },
    line: {
      en: "share of answers that the judge finds supported by the passages they were written from",
      zh: "评判模型认为所读片段足以支持的回答所占的比例",
    },
  },
  relevance: {
    needs: ["answer", "passages", "judge"],
    appliesAs: "every item",
    source: "CoFE-RAG, Relevance",
    label: { en: "Relevance", zh: "相关度" },
    line: {
      en: "share of answers that, with their passages, address the question according to the judge",
      zh: "评判模型结合所读片段，认为切合问题的回答所占的比例",
    },
  },
  correctness: {
    bounds: [1, 5],
    needs: ["reference", "answer", "judge"],
    source: "CoFE-RAG, Correctness",
    label: { en: "Correctness (1–5)", zh: "正确度" },
    line: {
      en: "the judge's score for the answer in comparison with the reference answer",
      zh: "评判模型对照参考答案所给的分数（1 至 5）",
    },
  },
  pass: {
    needs: ["reference", "answer", "judge"],
    source: "CoFE-RAG, Pass",
    label: { en: "Pass", zh: "通过率" },
    line: {
      en: "share of answers that the judge scores 4 or 5",
      zh: "评判模型给出 4 分或 5 分的回答所占的比例",
    },
  },
} as const satisfies Record<string, MetricRecord>;
