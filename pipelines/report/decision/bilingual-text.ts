// Joins sentences and lists in the language of a page.

import type { Decision } from "../../../schemas/evaluation/decision.ts";
import type { PageLanguage } from "../page-language.ts";

export type DecisionSentence = (decision: Decision, language: PageLanguage) => string;

export const joinSentences = (parts: readonly string[], language: PageLanguage): string =>
  parts.filter(part => part !== "").join(language === "zh" ? "" : " ");

/** Text between the ends of an interval. */
export const rangeSeparators = { zh: " 至 ", en: " to " } as const;
/** Text between the parts of a list. */
export const listSeparators = { zh: "、", en: ", " } as const;
