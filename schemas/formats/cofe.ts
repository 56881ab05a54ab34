// CoFE-RAG's examples: one object with a list of them, or one a line. Read tolerantly: what they have beyond our fields is kept.

import { z } from "zod";
import { CofeType, ItemType, type Language } from "../items/item-types.ts";
import { typeNames } from "./dragonball.ts";

/** An example that is of the format's form. */
export const CofeExample = z.looseObject({
  query_type: z.string(),
  query: z.string().min(1),
  reference_answer: z.string(),
  file_name: z.string(),
  coarse_keywords: z.array(z.string()),
  /** One list an information point. */
  fine_keywords: z.array(z.array(z.string())),
});
export type CofeExample = z.output<typeof CofeExample>;

/** What CoFE-RAG calls its types. */
export const cofeTypeNames: Record<Language, Record<CofeType, string>> = {
  zh: { factual: "事实类", analytical: "分析类", comparative: "比较类", tutorial: "教程类" },
  en: {
    factual: "Factual",
    analytical: "Analytical",
    comparative: "Comparative",
    tutorial: "Tutorial",
  },
};

/** The types of ours that are CoFE-RAG's by other names. */
const ours: Partial<Record<ItemType, CofeType>> = {
  "why-how": "analytical",
  comparison: "comparative",
  "how-to": "tutorial",
};

/** What a type is to CoFE-RAG; undefined for one that it does not have. */
export const toCofeType = (type: ItemType): CofeType | undefined =>
  ours[type] ?? CofeType.safeParse(type).data;

/** The type that an example means, by CoFE-RAG's names or by those under which other types were published; undefined for an unknown one. */
export const typeOfCofeName = (name: string): ItemType | undefined =>
  CofeType.options.find(type =>
    [cofeTypeNames.zh, cofeTypeNames.en].some(names => names[type] === name),
  ) ??
  ItemType.options.find(type => [typeNames.zh, typeNames.en].some(names => names[type] === name));
