// CoFE-RAG's examples: one object with a list of them, or one per line. Read tolerantly: additional fields are kept.

import { z } from "zod";
import { CofeType, ItemType, type Language } from "../items/item-types.ts";
import { typeNames } from "./dragonball.ts";

/** An example in this format. */
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

/** Our types that CoFE-RAG has under other names. */
const ours: Partial<Record<ItemType, CofeType>> = {
  "why-how": "analytical",
  comparison: "comparative",
  "how-to": "tutorial",
};

/** CoFE-RAG's counterpart of a type; undefined if it has none. */
export const toCofeType = (type: ItemType): CofeType | undefined =>
  ours[type] ?? CofeType.safeParse(type).data;

/** The type of an example, from CoFE-RAG's name or a name under which another type was published; undefined if unknown. */
export const typeOfCofeName = (name: string): ItemType | undefined =>
  CofeType.options.find(type =>
    [cofeTypeNames.zh, cofeTypeNames.en].some(names => names[type] === name),
  ) ??
  ItemType.options.find(type => [typeNames.zh, typeNames.en].some(names => names[type] === name));
