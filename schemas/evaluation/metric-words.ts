// Label and one-line explanation of each metric, for reports, the terminal and result.json.

import type { Metric } from "./metrics.ts";

export interface MetricWord {
  readonly label: string;
  /** One line, without the label. */
  readonly line: string;
}

const word = (label: string, line: string): MetricWord => ({ label, line });

const english: Record<Metric, MetricWord> = {
  "rageval-recall": word(
    "Recall (RAGEval)",
    "share of an item's references with every sentence in some passage",
  ),
  "rageval-recall-same-chunk": word(
    "Recall, in one chunk",
    "share of an item's references with every sentence in one and the same passage",
  ),
  "rageval-eir": word(
    "EIR",
    "share of the retrieved words that belong to reference sentences found whole",
  ),
  "rageval-precision": word(
    "Precision (RAGEval)",
    "share of the first 5 passages with every sentence from the references, as the released program counts",
  ),
  "rageval-snr": word(
    "SNR",
    "ratio of reference words to other words in the passages, in decibels",
  ),
  "evidence-recall": word(
    "Evidence recall",
    "share of an item's references that the passages hold",
  ),
  mrr: word("MRR", "1 over the rank of the first relevant document; 0 if none is found"),
  "crud-mrr": word(
    "MRR (CRUD)",
    "mean of 1 over the ranks of all relevant documents: below 1 if an item has several",
  ),
  "hit-at-1": word("Hit@1", "share of items whose first document is relevant"),
  "hit-at-5": word("Hit@5", "share of items with a relevant document among the first 5"),
  "hit-at-10": word("Hit@10", "share of items with a relevant document among the first 10"),
  "recall-at-5": word("Recall@5", "share of the relevant documents among the first 5"),
  "recall-at-10": word("Recall@10", "share of the relevant documents among the first 10"),
  "ndcg-at-10": word(
    "nDCG@10",
    "relevance of the first 10 documents, earlier ranks counting more, relative to the best order",
  ),
  "cofe-recall": word(
    "Recall (CoFE)",
    "share of the fine keyword lists found in passages with a coarse keyword",
  ),
  "cofe-accuracy": word("Accuracy (CoFE)", "share of items with all fine keyword lists found"),
  "rouge-l": word(
    "ROUGE-L",
    "longest common subsequence of words in answer and reference answer (F1)",
  ),
  bleu: word("BLEU", "word sequences of up to 4 that the answer shares with the reference answer"),
  "bleu-corpus": word("BLEU, corpus", "BLEU of all answers as one text"),
  "crud-bleu": word("BLEU (CRUD)", "BLEU as CRUD-RAG counts it"),
  "crud-bleu-1": word("BLEU-1 (CRUD)", "BLEU of 1-grams, as CRUD-RAG's program counts it"),
  "crud-bleu-2": word("BLEU-2 (CRUD)", "BLEU of 2-grams, as CRUD-RAG's program counts it"),
  "crud-bleu-3": word("BLEU-3 (CRUD)", "BLEU of 3-grams, as CRUD-RAG's program counts it"),
  "crud-bleu-4": word("BLEU-4 (CRUD)", "BLEU of 4-grams, as CRUD-RAG's program counts it"),
  "crud-rouge-l": word(
    "ROUGE-L (CRUD)",
    "longest common subsequence of words, as CRUD-RAG's program counts it",
  ),
  "sentence-cosine": word(
    "Sentence cosine",
    "similarity of answer and reference answer by an embedding model",
  ),
  "answer-length": word("Answer length", "characters in an answer; not a measure of quality"),
  "right-answer-rate": word(
    "Right, no trap",
    "of items with a known trap, share of answers that give the right answer and avoid the trap",
  ),
  "stale-answer-rate": word("Stale answers", "share of answers with a value that no longer held"),
  "superseded-answer-rate": word(
    "Superseded answers",
    "share of answers with a value that a later document replaced",
  ),
  "later-answer-rate": word(
    "Answers too late",
    "share of answers with a value that held only after the day asked for",
  ),
  "twin-answer-rate": word(
    "Near-twin's answers",
    "share of answers that are true of a confusingly similar subject",
  ),
  "partial-answer-rate": word("Partial answers", "share of answers that give only a known part"),
  "grounded-share": word(
    "Grounded share",
    "of items whose answer the twin corpus changed, share answered correctly on both",
  ),
  completeness: word("Completeness", "share of an item's keypoints that the answer states"),
  hallucination: word("Hallucination", "share of the keypoints that the answer contradicts"),
  irrelevance: word(
    "Irrelevance",
    "share of the keypoints that the answer neither states nor contradicts",
  ),
  "quest-recall": word(
    "Quest recall",
    "of the questions that the reference answer settles, share that the answer settles too",
  ),
  "quest-precision": word(
    "Quest precision",
    "word overlap (F1) of both texts' answers to the questions that both settle",
  ),
  faithfulness: word(
    "Faithfulness",
    "share of answers that the judge finds supported by the passages they were written from",
  ),
  relevance: word(
    "Relevance",
    "share of answers that the judge finds, with their passages, to address what was asked",
  ),
  correctness: word(
    "Correctness (1–5)",
    "the judge's mark for the answer, compared with the reference answer",
  ),
  pass: word("Pass", "share of answers that the judge marks 4 or 5"),
};

const chinese: Record<Metric, MetricWord> = {
  "rageval-recall": word("RAGEval 召回率", "题目的引文中，每一句都出现在检索片段里的比例"),
  "rageval-recall-same-chunk": word(
    "同一片段内的召回率",
    "题目的引文中，每一句都出现在同一个片段里的比例",
  ),
  "rageval-eir": word("有效信息率", "检索到的文字中，属于被完整找到的引文的比例"),
  "rageval-precision": word(
    "RAGEval 精确率",
    "前 5 个片段中，每一句都属于引文的比例（按其公开程序计算）",
  ),
  "rageval-snr": word("信噪比", "片段中引文文字与其他文字之比（分贝）"),
  "evidence-recall": word("证据召回率", "题目的引文中，检索片段含有的比例"),
  mrr: word("MRR", "第一篇相关文档名次的倒数；一篇也没有时为 0"),
  "crud-mrr": word("CRUD 的 MRR", "所有相关文档名次倒数的平均；相关文档多于一篇时小于 1"),
  "hit-at-1": word("前 1 命中率", "第一篇文档就相关的题目比例"),
  "hit-at-5": word("前 5 命中率", "前 5 篇里有相关文档的题目比例"),
  "hit-at-10": word("前 10 命中率", "前 10 篇里有相关文档的题目比例"),
  "recall-at-5": word("前 5 召回率", "相关文档中排进前 5 的比例"),
  "recall-at-10": word("前 10 召回率", "相关文档中排进前 10 的比例"),
  "ndcg-at-10": word("前 10 nDCG", "前 10 篇的相关程度（名次越前权重越大）与最佳排序之比"),
  "cofe-recall": word("CoFE 召回率", "细关键词组在含有粗关键词的片段里找到的比例"),
  "cofe-accuracy": word("CoFE 准确率", "细关键词组全部找到的题目比例"),
  "rouge-l": word("ROUGE-L", "回答与参考答案依次共有的最长词序列（F1）"),
  bleu: word("BLEU", "回答与参考答案共有的至多 4 个词的词组"),
  "bleu-corpus": word("整体 BLEU", "把全部回答当作一篇文字计算的 BLEU"),
  "crud-bleu": word("CRUD 的 BLEU", "按 CRUD-RAG 的算法计算的 BLEU"),
  "crud-bleu-1": word("CRUD 的 BLEU-1", "按 CRUD-RAG 的程序计算的 1 元词组 BLEU"),
  "crud-bleu-2": word("CRUD 的 BLEU-2", "按 CRUD-RAG 的程序计算的 2 元词组 BLEU"),
  "crud-bleu-3": word("CRUD 的 BLEU-3", "按 CRUD-RAG 的程序计算的 3 元词组 BLEU"),
  "crud-bleu-4": word("CRUD 的 BLEU-4", "按 CRUD-RAG 的程序计算的 4 元词组 BLEU"),
  "crud-rouge-l": word("CRUD 的 ROUGE-L", "按 CRUD-RAG 的程序计算的最长公共子序列（按词）"),
  "sentence-cosine": word("句向量余弦", "嵌入模型眼中回答与参考答案的相似度"),
  "answer-length": word("回答长度", "回答的字符数：说明回答的样子，不说明好坏"),
  "right-answer-rate": word("答对率", "在已知有陷阱的题目中，只说对的、不落陷阱的回答比例"),
  "stale-answer-rate": word("旧答案率", "说了已经失效的值的回答比例"),
  "superseded-answer-rate": word("已被取代的答案率", "说了已被后来文档取代的值的回答比例"),
  "later-answer-rate": word("过晚答案率", "说了所问日期之后才成立的值的回答比例"),
  "twin-answer-rate": word("孪生文档答案率", "说的是另一个极易混淆的对象的回答比例"),
  "partial-answer-rate": word("不全答案率", "只说了已知一部分的回答比例"),
  "grounded-share": word("依据文档的比例", "在孪生语料改变了答案的题目中，两边都答对的比例"),
  completeness: word("完整度", "题目的要点中，回答说到的比例"),
  hallucination: word("矛盾率", "题目的要点中，与回答相矛盾的比例"),
  irrelevance: word("未说到率", "题目的要点中，回答既未说到也不矛盾的比例"),
  "quest-recall": word("问答召回率", "参考答案能答出的问题中，回答也能答出的比例"),
  "quest-precision": word("问答精确率", "两者都能答出的问题上，两种答案共有的词（F1）"),
  faithfulness: word("忠实度", "评判模型认为有所读片段支持的回答比例"),
  relevance: word("相关度", "评判模型认为连同所读片段切合所问的回答比例"),
  correctness: word("正确度", "评判模型对照参考答案所给的分数（1 至 5）"),
  pass: word("通过率", "评判模型给 4 分或 5 分的回答比例"),
};

export const metricWords: Record<"en" | "zh", Record<Metric, MetricWord>> = {
  en: english,
  zh: chinese,
};

/** The explanations of these metrics, for result.json. */
export const explain = (metrics: readonly Metric[]): Partial<Record<Metric, string>> =>
  Object.fromEntries(metrics.map(metric => [metric, english[metric].line]));
