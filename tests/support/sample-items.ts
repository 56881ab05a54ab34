// What the sample run holds: four documents in two languages, and five items on them.

import type { ItemRow } from "../../schemas/items/records.ts";
import { Language, QuestionType } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { fixtureYaml } from "./fixtures.ts";

interface Sample {
  readonly documents: Readonly<Record<"alder" | "birch" | "heron" | "ward", DocumentRow>>;
  readonly items: readonly ItemRow[];
}

const sample = fixtureYaml<Sample>("sample-items.yaml");
export const { alder, birch, heron, ward } = sample.documents;
export const sampleItems = sample.items;

/** Items of every type in both languages, one for each of these domains. */
export const itemsOfTypes = (domains: readonly string[]): ItemRow[] =>
  QuestionType.options.flatMap(type =>
    Language.options.flatMap(language =>
      domains.map((domain, at) => ({
        ...sampleItems[0]!,
        id: `item-${type}-${language}-${at}`,
        type,
        language,
        domain,
        question: `Question ${type} ${language} ${at}?`,
      })),
    ),
  );

/** What may be known of an item's answer by construction: it is laid over one of the sample's items. */
export const known = {
  asOf: "2021-05-03",
  members: [alder.id, birch.id],
  wrongAnswers: [
    { answer: "US$28 million", trap: "stale", documentIds: [birch.id] },
    { answer: "US$31 million", trap: "twin", documentIds: [birch.id, heron.id] },
  ],
  twinOf: "item-of-the-original",
} satisfies Partial<ItemRow>;
