// Figures that papers published about their own data, for comparison with ours; they are not targets.

import type { Language } from "../../../schemas/items/item-types.ts";
import type { PublishedFigure } from "../../../schemas/output/annotation.ts";

const table5 = "RAGEval (version 2), table 5";
const scores: Readonly<Record<Language, Readonly<Record<string, number>>>> = {
  zh: { finance: 4.94, law: 4.81, medical: 4.76 },
  en: { finance: 4.84, law: 4.79, medical: 4.87 },
};

/** The published mean score for items in a language and domain; null for a domain that the paper does not cover. */
export function publishedScore(language: Language, domain: string): PublishedFigure | null {
  const value = new Map(Object.entries(scores[language])).get(domain.toLowerCase());
  return value === undefined ? null : { value, relation: "is", source: table5 };
}

const reviewSource = "CoFE-RAG, human review of the generated data";
const refinementSource = "CRUD-RAG, manual refinement of queries";

export const publishedFigures = {
  highScores: {
    value: 0.95,
    relation: "about",
    source: "RAGEval (version 2), quality of question, reference and answer",
  },
  firstDraft: { value: 0.85, relation: "above", source: "RAGEval (version 2), figure 11" },
  judgeDifference: { value: 0.026, relation: "below", source: "RAGEval (version 2), figure 12" },
  refined: { value: 0.058, relation: "is", source: refinementSource },
  secondsPerQuery: { value: 20, relation: "about", source: refinementSource },
  queries: { value: 0.922, relation: "is", source: reviewSource },
  keywords: { value: 0.873, relation: "is", source: reviewSource },
  answers: { value: 0.748, relation: "is", source: reviewSource },
  overall: { value: 0.602, relation: "is", source: reviewSource },
} as const satisfies Record<string, PublishedFigure>;
