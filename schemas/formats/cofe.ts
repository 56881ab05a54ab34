// CoFE-RAG's examples, in one object with a list of them or one per line, and its names for types. Read tolerantly: additional fields are kept.

import { z } from "zod";
import { CofeType, ItemType, type Language } from "../items/item-types.ts";
import { typeNames } from "./dragonball.ts";

/** One example: a query with its answer and keywords. */
export const CofeExample = z.looseObject({
  query_type: z.string(),
  query: z.string().min(1),
  reference_answer: z.string(),
  file_name: z.string(),
  coarse_keywords: z.array(z.string()),
  /** One list per information point. */
  fine_keywords: z.array(z.array(z.string())),
});
export type CofeExample = z.output<typeof CofeExample>;

/** CoFE-RAG's names for its types. */
export const cofeTypeNames: Record<Language, Record<CofeType, string>> = {
  zh: { factual: "事实类", analytical: "分析类", comparative: "比较类", tutorial: "教程类" },
  en: {
    factual: "Factual",
    analytical: "Analytical",
    comparative: "Comparative",
    tutorial: "Tutorial",
  },
};

/** CoFE-RAG's counterparts of types that have other names here. */
const cofeCounterparts: Partial<Record<ItemType, CofeType>> = {
  "why-how": "analytical",
  comparison: "comparative",
  "how-to": "tutorial",
};

/** CoFE-RAG's counterpart of a type; undefined if it has none. */
export const toCofeType = (type: ItemType): CofeType | undefined =>
  cofeCounterparts[type] ?? CofeType.safeParse(type).data;

/** The type of an example, from CoFE-RAG's name for it or the name that other exports use; undefined if unknown. */
export const typeOfCofeName = (name: string): ItemType | undefined =>
  CofeType.options.find(type =>
    [cofeTypeNames.zh, cofeTypeNames.en].some(names => names[type] === name),
  ) ??
  ItemType.options.find(type => [typeNames.zh, typeNames.en].some(names => names[type] === name));
