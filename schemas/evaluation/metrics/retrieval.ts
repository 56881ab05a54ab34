// Metrics of retrieval: of the passages that a system found.

import type { MetricRecord } from "./metric-record.ts";

/** Fields of the metrics of relevant documents. */
const rankingFields = { needs: ["labels", "passages", "documents"], source: "common" } as const;

const hitAt = (k: number) => ({
  ...rankingFields,
  label: { en: `Hit@${k}`, zh: `前 ${k} 命中率` },
  line: {
    en: `share of items with a relevant document among the first ${k}`,
    zh: `前 ${k} 篇里有相关文档的题目比例`,
  },
});

const recallAt = (k: number) => ({
  ...rankingFields,
  label: { en: `Recall@${k}`, zh: `前 ${k} 召回率` },
  line: {
    en: `share of the relevant documents among the first ${k}`,
    zh: `相关文档中排进前 ${k} 的比例`,
  },
});

/** Computed from the retrieved passages, without a model. */
export const retrievalRecords = {
  "rageval-recall": {
    needs: ["references", "passages"],
    source: "RAGEval, Recall",
    label: { en: "Recall (RAGEval)", zh: "RAGEval 召回率" },
    line: {
      en: "share of an item's references with every sentence in some passage",
      zh: "题目的引文中，每一句都出现在检索片段里的比例",
    },
  },
  "rageval-recall-same-chunk": {
    needs: ["references", "passages"],
    source: "RAGEval, Recall, read strictly",
    label: { en: "Recall, in one chunk", zh: "同一片段内的召回率" },
    line: {
      en: "share of an item's references with every sentence in one and the same passage",
      zh: "题目的引文中，每一句都出现在同一个片段里的比例",
    },
  },
  "rageval-eir": {
    needs: ["references", "passages"],
    appliesAs: "rageval-recall",
    source: "RAGEval, EIR",
    label: { en: "EIR", zh: "有效信息率" },
    line: {
      en: "share of the retrieved words that belong to reference sentences found in full",
      zh: "检索到的文字中，属于被完整找到的引文的比例",
    },
  },
  "rageval-precision": {
    needs: ["references", "passages"],
    source: "RAGEval's program",
    label: { en: "Precision (RAGEval)", zh: "RAGEval 精确率" },
    line: {
      en: "of the first 5 passages, share whose sentences are all from the references, as the released program counts them",
      zh: "前 5 个片段中，所有句子都属于引文的片段所占的比例（按其公开程序计算）",
    },
  },
  "rageval-snr": {
    bounds: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    needs: ["references", "passages"],
    source: "RAGEval's program",
    label: { en: "SNR", zh: "信噪比" },
    line: {
      en: "ratio of reference words to other words in the passages, in decibels",
      zh: "片段中引文文字与其他文字之比（分贝）",
    },
  },
  "evidence-recall": {
    needs: ["references", "passages"],
    source: "ours",
    label: { en: "Evidence recall", zh: "证据召回率" },
    line: {
      en: "share of an item's references that the passages hold",
      zh: "题目的引文中，检索片段含有的比例",
    },
  },
  mrr: {
    ...rankingFields,
    source: "Voorhees 1999",
    label: { en: "MRR", zh: "MRR" },
    line: {
      en: "1 over the rank of the first relevant document; 0 if none is found",
      zh: "第一篇相关文档名次的倒数；一篇也没有时为 0",
    },
  },
  "crud-mrr": {
    ...rankingFields,
    source: "CRUD-RAG's program",
    label: { en: "MRR (CRUD)", zh: "CRUD 的 MRR" },
    line: {
      en: "mean of 1 over the ranks of all relevant documents: below 1 if an item has several",
      zh: "所有相关文档名次倒数的平均值；相关文档不止一篇时小于 1",
    },
  },
  "hit-at-1": {
    ...hitAt(1),
    line: {
      en: "share of items whose first document is relevant",
      zh: "第一篇文档就相关的题目比例",
    },
  },
  "hit-at-5": hitAt(5),
  "hit-at-10": hitAt(10),
  "recall-at-5": recallAt(5),
  "recall-at-10": recallAt(10),
  "ndcg-at-10": {
    ...rankingFields,
    source: "Järvelin and Kekäläinen 2002",
    label: { en: "nDCG@10", zh: "前 10 nDCG" },
    line: {
      en: "relevance of the first 10 documents, earlier ranks counting more, relative to the best order",
      zh: "前 10 篇的相关程度（名次越前权重越大）与最佳排序之比",
    },
  },
  "cofe-recall": {
    needs: ["keywords", "passages"],
    source: "CoFE-RAG, Recall",
    label: { en: "Recall (CoFE)", zh: "CoFE 召回率" },
    line: {
      en: "share of the fine keyword lists found in passages with a coarse keyword",
      zh: "细粒度关键词组中，能在含有粗粒度关键词的片段里找到的比例",
    },
  },
  "cofe-accuracy": {
    needs: ["keywords", "passages"],
    source: "CoFE-RAG, Accuracy",
    label: { en: "Accuracy (CoFE)", zh: "CoFE 准确率" },
    line: {
      en: "share of items with all fine keyword lists found",
      zh: "细粒度关键词组全部找到的题目比例",
    },
  },
} as const satisfies Record<string, MetricRecord>;
