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

const ownNames: Record<Language, Record<CofeType, string>> = {
  zh: { factual: "事实类", analytical: "分析类", comparative: "比较类", tutorial: "教程类" },
  en: {
    factual: "Factual",
    analytical: "Analytical",
    comparative: "Comparative",
    tutorial: "Tutorial",
  },
};

/** The names of CoFE-RAG's own types, and those under which the types of other wings were published. */
export const cofeTypeNames: Record<Language, Record<ItemType, string>> = {
  zh: { ...typeNames.zh, ...ownNames.zh },
  en: { ...typeNames.en, ...ownNames.en },
};

/** The type that an example means; undefined for an unknown one. */
export const typeOfCofeName = (name: string): ItemType | undefined =>
  ItemType.options.find(type =>
    [cofeTypeNames.zh, cofeTypeNames.en, typeNames.zh, typeNames.en].some(
      names => names[type] === name,
    ),
  );
