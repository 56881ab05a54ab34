// Names that the report uses for question types, languages and groups.

import { type ItemType, itemLabels, type Language } from "../../schemas/items/item-types.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";

export const typeName = (type: ItemType, language: PageLanguage): string =>
  itemLabels[type][language];

const languageNames: Record<PageLanguage, Record<Language, string>> = {
  en: { zh: "Chinese", en: "English" },
  zh: { zh: "中文", en: "英文" },
};
export const languageName = (named: Language, language: PageLanguage): string =>
  languageNames[language][named];

/** Domain and language as one group of rows. */
export const groupOf = ({ domain, language }: { domain: string; language: string }): string =>
  `${domain} ${language}`;

/** The groups of rows, in a fixed order. */
export const groupsOf = (rows: Iterable<{ domain: string; language: string }>): string[] =>
  [...new Set([...rows].map(groupOf))].sort();
