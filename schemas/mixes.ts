// Default mixes of the wings: the weight of each type of item.

import { type CofeType, type CrudTask, QuestionType } from "./items/item-types.ts";
import { questionTypes, withoutFamilyTypes } from "./items/question-types.ts";

/** RAGEval's mix, our own or the published one, limited to types with a positive share. */
export const ragevalMix = (
  share: "weight" | "published",
  types: readonly QuestionType[] = QuestionType.options,
) =>
  Object.fromEntries(
    types
      .map(type => [type, questionTypes[type][share]] as const)
      .filter(([, weight]) => weight > 0),
  ) as Partial<Record<QuestionType, number>>;

/** Mix for documents that are not known to share a subject. */
export const documentsMix = ragevalMix("weight", withoutFamilyTypes(QuestionType.options));

/** CRUD-RAG's published sizes. */
export const crudMix = {
  summarization: 10_728,
  continuation: 10_728,
  "qa-1-document": 3199,
  "qa-2-documents": 3192,
  "qa-3-documents": 3189,
  correction: 5130,
} satisfies Record<CrudTask, number>;

/** Mix of the files wing. */
export const filesMix = {
  "why-how": 25,
  condition: 20,
  "how-to": 15,
  factual: 15,
  comparison: 10,
  integration: 5,
  "multi-hop": 5,
  unanswerable: 5,
} satisfies Partial<Record<QuestionType, number>>;

/** CoFE-RAG's published counts, both languages together. */
export const cofeMix = {
  factual: 1704,
  analytical: 1006,
  comparative: 724,
  tutorial: 395,
} satisfies Record<CofeType, number>;
