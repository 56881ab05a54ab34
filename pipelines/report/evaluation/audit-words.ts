// Texts of the section on the audit of items, in both languages.

import type { FindingCode } from "../../../schemas/evaluation/findings.ts";
import { type Html, html } from "../html.ts";
import { formatCount } from "../tables.ts";
import type { PageLanguage } from "./page-language.ts";

const english = {
  language: "en" as PageLanguage,
  lead: "Each item was answered without documents, from its references alone, and with one of its documents removed; systems' scores on it are examined too.",
  found: (itemCount: Html, all: string, share: string) =>
    html`${itemCount} of ${all} items (${share}) have at least one finding.`,
  meanings: {
    "closed-book": "Answered without any document: it does not test retrieval.",
    "said-in-question": "The question itself states the answer.",
    "references-insufficient": "Its references alone do not give the answer.",
    "document-not-needed": "Answered in full with one of its documents removed.",
    ambiguous: "Another document contradicts it.",
    dead: "All systems have the same score on it.",
    "negative-discrimination": "Better systems do worse on it.",
  } satisfies Record<FindingCode, string>,
  finding: "Finding",
  meaning: "meaning",
  items: "items",
  ofAll: "of all",
  itemByItem: (n: number) => `${formatCount(n)} findings, item by item`,
  item: "Item",
  code: "finding",
  detail: "detail",
  more: (n: number) => `${formatCount(n)} more are in audit/audit/findings.jsonl.`,
  statistics: "Difficulty and discrimination",
  aboutStatistics: html`Difficulty is 1 minus the mean score; discrimination is the correlation, across systems, of an item's scores with those of all other items. Below 0, better systems do worse on it.`,
  difficulty: "difficulty",
  discrimination: "discrimination",
  plotted: (metric: string, systems: number) => `${metric}, over ${formatCount(systems)} systems`,
  said: (metric: string, items: number, negativeCount: number) =>
    `Difficulty and discrimination of ${items} items by ${metric}: ${negativeCount} of them discriminate negatively.`,
  without: (n: number, of: number) =>
    `${formatCount(n)} of ${formatCount(of)} items have neither: all systems have the same score on them, or too few have a score.`,
};

export type AuditWords = typeof english;

const chinese: AuditWords = {
  language: "zh",
  lead: "每道题在三种条件下各试答一次：不给文档；只给引用；给出所依据的文档，但去掉其中一篇。各系统在这道题上的得分也一并考察。",
  found: (itemCount, all, share) => html`${all} 道题中有 ${itemCount} 道（${share}）查出疑点。`,
  meanings: {
    "closed-book": "不看任何文档就能答对，检验不了检索。",
    "said-in-question": "问题本身就透露了答案。",
    "references-insufficient": "只凭引用得不出答案。",
    "document-not-needed": "去掉它的一篇文档，仍能完整回答。",
    ambiguous: "另有文档说法不同。",
    dead: "各系统得分都一样。",
    "negative-discrimination": "越好的系统答得越差。",
  },
  finding: "疑点",
  meaning: "含义",
  items: "题数",
  ofAll: "占全部题目",
  itemByItem: n => `逐题列出 ${formatCount(n)} 处疑点`,
  item: "题目",
  code: "疑点",
  detail: "详情",
  more: n => `另有 ${formatCount(n)} 处，见 audit/audit/findings.jsonl。`,
  statistics: "难度与区分度",
  aboutStatistics: html`难度是 1 减去平均得分；区分度是一道题的得分与其余各题得分在各系统间的相关。低于 0 表示越好的系统答得越差。`,
  difficulty: "难度",
  discrimination: "区分度",
  plotted: (metric, systems) => `按${metric}，${formatCount(systems)} 个系统`,
  said: (metric, items, negativeCount) =>
    `${items} 道题的难度与区分度，按${metric}：其中 ${negativeCount} 道的区分度为负。`,
  without: (n, of) =>
    `${formatCount(of)} 道题中有 ${formatCount(n)} 道没有这两项：各系统得分都一样，或有得分的系统太少。`,
};

export const auditWords: Record<PageLanguage, AuditWords> = { en: english, zh: chinese };
