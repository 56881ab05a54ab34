// How the report calls question types and languages.

import type { ItemType, Language } from "../../schemas/items/item-types.ts";

export const typeLabels: Record<ItemType, string> = {
  factual: "Factual",
  "multi-hop": "Multi-hop reasoning",
  summary: "Summary",
  integration: "Information integration",
  comparison: "Comparison",
  "time-sequence": "Time sequence",
  unanswerable: "Unanswerable",
  condition: "Condition",
  "why-how": "Why and how",
  summarization: "Summarization (reverse)",
  continuation: "Continuation (reverse)",
  "qa-1-document": "QA over 1 document",
  "qa-2-documents": "QA over 2 documents",
  "qa-3-documents": "QA over 3 documents",
  analytical: "Analytical",
  comparative: "Comparative",
  tutorial: "Tutorial",
  correction: "Hallucination correction",
};

export const languageLabels: Record<Language, string> = { zh: "Chinese", en: "English" };

/** Domain and language as one group of rows. */
export const groupOf = ({ domain, language }: { domain: string; language: string }): string =>
  `${domain} ${language}`;

/** The groups in which rows fall, in a fixed order. */
export const groupsOf = (rows: Iterable<{ domain: string; language: string }>): string[] =>
  [...new Set([...rows].map(groupOf))].sort();
