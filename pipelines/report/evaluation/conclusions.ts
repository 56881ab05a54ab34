// The conclusions that a report may warn against, most serious first, in the languages of its pages.

import { z } from "zod";
import type { PageLanguage } from "../page-language.ts";

export const Conclusion = z.enum([
  "people-approve",
  "ranking-by-means",
  "impartial-judge",
  "people-judge-alike",
  "model-as-writer",
  "model-as-answerer",
  "easy-retrieval",
  "small-differences",
  "whole-set",
  "peoples-documents",
  "unseen-items",
  "needs-documents",
  "papers-definitions",
  "untold-steps",
  "other-fields",
  "other-language",
]);
export type Conclusion = z.output<typeof Conclusion>;

export const conclusions: Record<PageLanguage, Record<Conclusion, string>> = {
  en: {
    "people-approve": "That people find the items good.",
    "ranking-by-means": "A ranking of systems by their means alone.",
    "impartial-judge": "That the judge is impartial.",
    "people-judge-alike": "That people would judge the answers the same way.",
    "model-as-writer": "How well a model writes items.",
    "model-as-answerer": "How well a model answers.",
    "easy-retrieval": "That retrieval is as easy in a real corpus.",
    "small-differences": "That small differences mean anything.",
    "whole-set": "That the scores cover the whole set.",
    "peoples-documents": "How a system does on documents that people wrote.",
    "unseen-items": "That a score over all items is a score on unseen items.",
    "needs-documents": "That every item needs its documents.",
    "papers-definitions": "What the papers' definitions would give.",
    "untold-steps": "That nothing is lost in a step that reports no number.",
    "other-fields": "How a system does in other fields.",
    "other-language": "How a system does in another language.",
  },
  zh: {
    "people-approve": "人认可这些题目。",
    "ranking-by-means": "只凭平均值给系统排名。",
    "impartial-judge": "评判模型不偏不倚。",
    "people-judge-alike": "换成人来评判，结果也一样。",
    "model-as-writer": "模型出题的水平。",
    "model-as-answerer": "模型回答的水平。",
    "easy-retrieval": "在真实语料库中检索同样容易。",
    "small-differences": "微小差别有意义。",
    "whole-set": "分数覆盖了全部题目。",
    "peoples-documents": "系统在人写的文档上的表现。",
    "unseen-items": "全部题目上的分数就是未见题目上的分数。",
    "needs-documents": "每道题都要看过相应的文档才能答出。",
    "papers-definitions": "按论文定义应得的数值。",
    "untold-steps": "未标数字的步骤没有丢失证据。",
    "other-fields": "系统在其他领域的表现。",
    "other-language": "系统在其他语言上的表现。",
  },
};
