// Wording of questions and answers about a family: its subject, its documents, its labels and values.

import type { FamilyDocument, FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import { dayInWords } from "../../text/written-values.ts";
import {
  documentKind,
  isPluralEn,
  plainLabel,
  withArticle,
  withoutFullStop,
} from "./askable-facts.ts";
import { listOf } from "./phrase.ts";
import { fillPhrase } from "../wording.ts";

export type Language = "zh" | "en";

export interface Wording {
  readonly language: Language;
  /** Default kind of document ("annual report") if the family does not name one. */
  readonly kind: string;
}

/** What is asked for or stated. */
type LabelledFact = Pick<FamilyFact, "label" | "type">;
type StatedFact = LabelledFact & Pick<FamilyFact, "value">;

export const wordingOf = (scenario: string, language: Language): Wording => ({
  language,
  kind: documentKind(scenario, language),
});

/** The document of a fact: "the appeal judgment of 5 March 2021". */
export function documentOf(
  { document }: Pick<FamilyFact, "document">,
  { documents, wording }: { readonly documents: readonly FamilyDocument[]; wording: Wording },
): string {
  const { kind = "", published = "" } = documents[document - 1] ?? {};
  const name = kind === "" ? wording.kind : kind;
  if (published === "") return withArticle(name, wording.language);
  const day = dayInWords(published, wording.language);
  return fillPhrase("document-of", wording.language, { name, day });
}

/** A figure, day or name verbatim; lines of a form are quoted. */
const valueOf = ({ value, type }: StatedFact): string =>
  type === "text" || type === "choice" ? `“${withoutFullStop(value)}”` : withoutFullStop(value);

interface WordedSubject {
  readonly subject: string;
  readonly wording: Wording;
}

/** Returns a function that fills phrases of wording.yaml with a thing, its owner, and its value if given. */
export function phraserOf(
  { label: fullLabel, type }: LabelledFact,
  { subject, wording: { language } }: WordedSubject,
): (phrase: string, fact?: StatedFact, extraValues?: Readonly<Record<string, string>>) => string {
  const name = plainLabel(fullLabel, language);
  const label = withArticle(name, language);
  const isPlural = isPluralEn(name);
  const values = {
    subject,
    name,
    label,
    of: fillPhrase("of-subject", language, {
      subject,
      label,
      de: name.includes("的") ? "，" : "的",
    }),
    which: fillPhrase(type === "person" ? "who" : "what", language),
    is: isPlural ? "are" : "is",
    was: isPlural ? "were" : "was",
  };
  return (phrase, fact, extraValues) =>
    fillPhrase(phrase, language, {
      ...values,
      ...(fact && { value: valueOf(fact) }),
      ...extraValues,
    });
}

/** "the listing date is 3 May 1998 and the auditor is Foo". */
export function clausesOf(facts: readonly StatedFact[], wording: Wording): string {
  const clauses = facts.map(fact => phraserOf(fact, { subject: "", wording })("is-value", fact));
  return wording.language === "zh" ? clauses.join("，") : listOf(clauses, "en");
}
