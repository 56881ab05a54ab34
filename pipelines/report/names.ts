// How the report calls question types and languages.

import type { Language, QuestionType } from "../../schemas/items/records.ts";

export const typeLabels: Record<QuestionType, string> = {
  factual: "Factual",
  "multi-hop": "Multi-hop reasoning",
  summary: "Summary",
  integration: "Information integration",
  comparison: "Comparison",
  "time-sequence": "Time sequence",
  unanswerable: "Unanswerable",
};

export const languageLabels: Record<Language, string> = { zh: "Chinese", en: "English" };

/** Domain and language as one group of rows. */
export const groupOf = ({ domain, language }: { domain: string; language: string }): string => `${domain} ${language}`;

/** The groups in which rows fall, in a fixed order. */
export const groupsOf = (rows: Iterable<{ domain: string; language: string }>): string[] => [...new Set([...rows].map(groupOf))].sort();
