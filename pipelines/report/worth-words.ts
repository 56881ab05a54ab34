// Texts of the section on the items' worth, in both languages.

import type { Measures } from "../../schemas/items/measures.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";

const english = {
  lead: "Means of the known values: marks (1 to 5) from the proposer, from the blind reader, and, for worth and correctness, from a final reader who saw only the item; number of passages that hold its evidence; number of documents that it represents. For some items a search with the question’s own words finds the evidence at once; some could, in the reader’s estimate, be answered without the documents.",
  head: [
    "Type",
    "items",
    "proposer’s mark",
    "reader’s mark",
    "worth, item alone",
    "correctness, item alone",
    "passages",
    "found at once",
    "known without documents",
    "represents",
    "proof",
  ],
  all: "All",
  proofs: {
    construction: "by construction",
    reading: "read blind",
    none: "unread",
  } satisfies Record<Measures["proof"], string>,
  comma: ", ",
  keywords: (listCount: number, onceCount: number, share: string) =>
    `Of ${listCount} lists of fine keywords, ${onceCount} (${share}) occur in only one passage of the corpus; the others also occur where the same thing is said about the same subject.`,
};

export type WorthWords = typeof english;

const chinese: WorthWords = {
  lead: "各项已知数值的平均值。分数为 1 到 5 分：出题模型和看不到答案的读者各打一次，最后由只看题目的读者就价值和正确性各打一次。另有证据所在的段落数，以及一道题代表多少篇文档。有些题用问句本身的词一搜就能找到证据；有些题据读者估计，不看文档也能回答。",
  head: [
    "题型",
    "题数",
    "出题模型打分",
    "盲读者打分",
    "单看题目的价值",
    "单看题目的正确性",
    "段落数",
    "一搜即得",
    "不看文档也能答",
    "代表的文档数",
    "验证方式",
  ],
  all: "全部",
  proofs: { construction: "由生成方式保证", reading: "经过盲读", none: "未经盲读" },
  comma: "、",
  keywords: (listCount, onceCount, share) =>
    `${listCount} 组细粒度关键词中，${onceCount} 组（${share}）只出现在语料库的一个段落里；其余各组也出现在对同一对象陈述同一内容的其他段落里。`,
};

export const worthWords: Record<PageLanguage, WorthWords> = { en: english, zh: chinese };
