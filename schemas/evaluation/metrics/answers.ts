// Metrics of the answer: from its text, and from what is known about the item by construction.

import type { MetricRecord } from "./metric-record.ts";

/** Fields that the metrics of CRUD-RAG's program share. */
const crudFields = { needs: ["reference", "answer"], source: "CRUD-RAG's program" } as const;

const crudBleu = (order: number) => ({
  ...crudFields,
  label: { en: `BLEU-${order} (CRUD)`, zh: `CRUD 的 BLEU-${order}` },
  line: {
    en: `BLEU of ${order}-grams, as CRUD-RAG's program computes it`,
    zh: `按 CRUD-RAG 的程序计算的 ${order} 元词组 BLEU`,
  },
});

/** Computed from the text of the answer, without a judge. */
export const textRecords = {
  "rouge-l": {
    needs: ["reference", "answer"],
    source: "Lin 2004",
    label: { en: "ROUGE-L", zh: "ROUGE-L" },
    line: {
      en: "longest common subsequence of words in answer and reference answer (F1)",
      zh: "回答与参考答案的最长公共词序列（F1）",
    },
  },
  bleu: {
    needs: ["reference", "answer"],
    source: "Papineni et al. 2002",
    label: { en: "BLEU", zh: "BLEU" },
    line: {
      en: "sequences of up to 4 words that the answer shares with the reference answer",
      zh: "回答与参考答案共有的词组（至多 4 个词）",
    },
  },
  "bleu-corpus": {
    needs: ["reference", "answer"],
    source: "Papineni et al. 2002",
    label: { en: "BLEU, corpus", zh: "整体 BLEU" },
    line: { en: "BLEU of all answers as one text", zh: "把全部回答当作一篇文字计算的 BLEU" },
  },
  "crud-bleu": {
    ...crudFields,
    label: { en: "BLEU (CRUD)", zh: "CRUD 的 BLEU" },
    line: { en: "BLEU as CRUD-RAG computes it", zh: "按 CRUD-RAG 的算法计算的 BLEU" },
  },
  "crud-bleu-1": crudBleu(1),
  "crud-bleu-2": crudBleu(2),
  "crud-bleu-3": crudBleu(3),
  "crud-bleu-4": crudBleu(4),
  "crud-rouge-l": {
    ...crudFields,
    label: { en: "ROUGE-L (CRUD)", zh: "CRUD 的 ROUGE-L" },
    line: {
      en: "longest common subsequence of words, as CRUD-RAG's program computes it",
      zh: "按 CRUD-RAG 的程序计算的最长公共子序列（按词）",
    },
  },
  "sentence-cosine": {
    bounds: [-1, 1],
    needs: ["reference", "answer", "embedding"],
    appliesAs: "rouge-l",
    source: "CRUD-RAG's program, where it is called bertScore",
    label: { en: "Sentence cosine", zh: "句向量余弦" },
    line: {
      en: "similarity of answer and reference answer by an embedding model",
      zh: "回答与参考答案的相似度（由嵌入模型计算）",
    },
  },
  "answer-length": {
    better: null,
    bounds: [0, Number.POSITIVE_INFINITY],
    needs: ["answer"],
    source: "ours",
    label: { en: "Answer length", zh: "回答长度" },
    line: {
      en: "characters in an answer; not a measure of quality",
      zh: "回答的字符数，不反映质量",
    },
  },
} as const satisfies Record<string, MetricRecord>;

/** Fields of the metrics that count a kind of wrong answer: among the items with a known wrong answer of this kind, the share of answers that give it. */
const trapFields = {
  better: "less",
  keptBySilence: true,
  needs: ["wrongAnswers", "answer"],
  source: "ours",
} as const;

/**
 * Computed from the answer and what is known about the item by construction, without a model. The rates of wrong answers
 * are shares of the items with a known wrong answer of that kind: an answer counts if it says what the wrong answer says
 * and nothing that only the right answer says. `right-answer-rate` is a share of the items with any known wrong answer:
 * an answer counts if it says what the right answer says and nothing that only a wrong one says. `grounded-share`: of the
 * counterfactual twins whose answer changed, the share answered correctly both on the twin and on the original.
 */
export const truthRecords = {
  "right-answer-rate": {
    needs: ["wrongAnswers", "answer"],
    source: "ours",
    label: { en: "Right answers", zh: "答对率" },
    line: {
      en: "of items with a known trap, share of answers that give the right answer and avoid the trap",
      zh: "在已知有陷阱的题目中，只给出正确内容、没有落入陷阱的回答所占的比例",
    },
  },
  "stale-answer-rate": {
    ...trapFields,
    label: { en: "Stale answers", zh: "旧答案率" },
    line: {
      en: "share of answers with a value that no longer held",
      zh: "所给的值已失效的回答所占的比例",
    },
  },
  "superseded-answer-rate": {
    ...trapFields,
    label: { en: "Superseded answers", zh: "误用被取代值的比例" },
    line: {
      en: "share of answers with a value that a later document replaced",
      zh: "给出旧值（已被后来的文档取代）的回答比例",
    },
  },
  "later-answer-rate": {
    ...trapFields,
    label: { en: "Answers from a later date", zh: "日期过晚答案率" },
    line: {
      en: "share of answers with a value that held only after the day in question",
      zh: "所给的值在所问日期之后才成立的回答所占的比例",
    },
  },
  "twin-answer-rate": {
    ...trapFields,
    label: { en: "Near-twin answers", zh: "混淆对象答案率" },
    line: {
      en: "share of answers that are true of a confusingly similar subject",
      zh: "答成另一个极易混淆对象的回答所占的比例",
    },
  },
  "partial-answer-rate": {
    ...trapFields,
    label: { en: "Partial answers", zh: "不完整答案率" },
    line: {
      en: "share of answers that give only a known part of the right answer",
      zh: "只答出正确答案的一部分（预先列明的那部分）的回答所占的比例",
    },
  },
  "grounded-share": {
    needs: ["original", "answer"],
    source: "ours",
    label: { en: "Grounded share", zh: "依据文档的比例" },
    line: {
      en: "of items whose answer the twin corpus changed, share answered correctly on both corpora",
      zh: "在孪生语料改变了答案的题目中，两边都答对的比例",
    },
  },
} as const satisfies Record<string, MetricRecord>;
