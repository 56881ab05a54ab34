// Names that the report uses for question types, languages and groups.

import { ItemType, itemLabels, type Language } from "../../schemas/items/item-types.ts";
import type { PageLanguage } from "./page-language.ts";

export const typeName = (type: ItemType, pageLanguage: PageLanguage): string =>
  itemLabels[type][pageLanguage];

/** Name of a type, or the type itself if it is unknown here. */
export function typeNameOrId(type: string, pageLanguage: PageLanguage): string {
  const itemType = ItemType.safeParse(type).data;
  return itemType ? typeName(itemType, pageLanguage) : type;
}

const languageNames: Record<PageLanguage, Record<Language, string>> = {
  en: { zh: "Chinese", en: "English" },
  zh: { zh: "中文", en: "英文" },
};
export const languageName = (language: Language, pageLanguage: PageLanguage): string =>
  languageNames[pageLanguage][language];

/** Name of the group that a row belongs to: its domain and language. */
export const groupNameOf = ({ domain, language }: { domain: string; language: string }): string =>
  `${domain} ${language}`;

/** Names of the groups that the rows belong to, sorted. */
export const groupNamesOf = (rows: Iterable<{ domain: string; language: string }>): string[] =>
  [...new Set([...rows].map(groupNameOf))].sort();
