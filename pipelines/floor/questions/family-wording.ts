// How questions and answers on a family are worded: its subject, its documents, its labels and values.

import type { FamilyDocument, FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import { dayInWords } from "../../text/written-values.ts";
import { isPluralEn, plainLabel, tidy } from "./asked-facts.ts";
import { documentKind } from "./document-kind.ts";

export type Language = "zh" | "en";

export interface Wording {
  readonly language: Language;
  /** "annual report": what a document is where its family does not say. */
  readonly kind: string;
}

export const wordingOf = (scenario: string, language: Language): Wording => ({
  language,
  kind: documentKind(scenario, language),
});

/** A day (ISO) in words: 5 March 2021; 2021年3月5日. */
export const dayOf = (iso: string, { language }: Wording): string => dayInWords(iso, language);

/** "the appeal judgment of 5 March 2021". */
export function documentOf({ kind, published }: FamilyDocument, wording: Wording): string {
  const name = kind === "" ? wording.kind : kind;
  const day = published === "" ? "" : dayOf(published, wording);
  if (wording.language === "zh") return day === "" ? name : `${day}的${name}`;
  return day === "" ? `the ${name}` : `the ${name} of ${day}`;
}

/** "the defence counsel". */
export const labelOf = ({ label }: Pick<FamilyFact, "label">, { language }: Wording): string =>
  language === "zh" ? plainLabel(label, language) : `the ${plainLabel(label, language)}`;

/** A figure, day or name as it stands; what a form's line says is quoted. */
export function valueOf({ value, type }: Pick<FamilyFact, "value" | "type">): string {
  if (type !== "text" && type !== "choice") return tidy(value);
  return `“${tidy(value)}”`;
}

export const isAre = ({ label }: Pick<FamilyFact, "label">, tense: "now" | "then"): string => {
  const isPlural = isPluralEn(plainLabel(label, "en"));
  if (tense === "now") return isPlural ? "are" : "is";
  return isPlural ? "were" : "was";
};

/** What asks for it: a person is a who. */
export const whichOf = ({ type }: Pick<FamilyFact, "type">, { language }: Wording): string => {
  if (language === "zh") return type === "person" ? "是谁" : "是什么";
  return type === "person" ? "Who" : "What";
};

/** A thing of a subject: “甲的乙”. */
export const ofZh = (subject: string, label: string): string =>
  `${subject}${label.includes("的") ? "，" : "的"}${label}`;
