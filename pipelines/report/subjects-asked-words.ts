// Texts of the section on what was asked about, in both languages.

import type { PartState } from "./document-coverage.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";

const english = {
  kinds: {
    asked: "asked about",
    read: "read",
    vain: "read in vain",
    never: "never read",
  } satisfies Record<PartState, string>,
  key: {
    asked: "an item rests on it",
    read: "read, but items rest on other parts",
    vain: "read in vain: no question about it was accepted. Empty: never read. Parts are of equal length, up to forty per document.",
  },
  documents: "Documents",
  topic: "Topic",
  head: ["all", "with items", "in vain", "never read", "parts asked about", "parts never read"],
  itsDocuments: "its documents",
  topics: "Topics",
  aboutTopics:
    "Documents that share a distinctive word, found by code in their names and openings; each document is in one topic. ",
  restIsLast: "Documents that share no such word with another are in the last row.",
  inNoTopic: "In no topic",
  all: "All",
  moreTopics: (left: number) => `${left} more topics, with fewer items or documents.`,
  moreDocuments: (left: number) => `${left} more documents, with fewer items or less text.`,
  mapHead: [
    "Document, topic",
    "characters",
    "materials read",
    "accepted questions",
    "items",
    "represents",
    "from beginning to end",
  ],
  map: "The documents",
};

export type AskedWords = typeof english;

const chinese: AskedWords = {
  kinds: { asked: "问到", read: "读过", vain: "白读", never: "未读" },
  key: {
    asked: "有题目以它为据",
    read: "读过，但题目问的是别的内容",
    vain: "白读：读过，但据此提出的问题无一成立。未读：从未读过。每篇文档等分为若干段，至多四十段。",
  },
  documents: "文档",
  topic: "主题",
  head: ["总数", "有题目", "白读", "未读", "问到的段", "未读的段"],
  itsDocuments: "其中的文档",
  topics: "主题",
  aboutTopics:
    "代码从文档的名称和开头找出有代表性的词，含有同一个词的文档归为一个主题；一篇文档只归一个主题。",
  restIsLast: "与其他文档没有这类共同词的，列在最后一行。",
  inNoTopic: "无主题",
  all: "合计",
  moreTopics: left => `另有 ${left} 个主题，题目或文档更少。`,
  moreDocuments: left => `另有 ${left} 篇，题目更少或篇幅更短。`,
  mapHead: [
    "文档与主题",
    "字符数",
    "读取的材料数",
    "成立的问题",
    "题数",
    "代表的文档数",
    "从头到尾",
  ],
  map: "各篇文档",
};

export const subjectsAskedWords: Record<PageLanguage, AskedWords> = { en: english, zh: chinese };
