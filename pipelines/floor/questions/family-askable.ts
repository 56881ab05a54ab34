// What can be asked about a family by construction: the threads with clear values, and their wording.

import type { Language } from "../../../schemas/items/item-types.ts";
import type {
  FamilyDocument,
  FamilyFact,
  FamilyCandidateReply,
} from "../../../schemas/questions/families/prompts.ts";
import type { ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { leafAt } from "../../../schemas/rageval/paths.ts";
import { countOf } from "../../engine/grouping.ts";
import { type FamilyFacts, type Thread, threadsOf } from "../../text/family-facts.ts";
import { fold } from "../../text/fold.ts";
import { statesValue } from "../../text/stated-value.ts";
import {
  isClause,
  documentKind,
  isPluralEn,
  plainLabel,
  withArticle,
  withoutFullStop,
} from "./askable-facts.ts";
import { dayInWords } from "../../text/write-values.ts";
import { fillPhrase, clauseList } from "../wording.ts";

export interface Wording {
  readonly language: Language;
  /** Default kind of document ("annual report") if the family does not name one. */
  readonly kind: string;
}

/** What is asked for or stated. */
type LabelledFact = Pick<FamilyFact, "label" | "type">;
type StatedFact = LabelledFact & Pick<FamilyFact, "value">;

export const wordingOf = ({ language, scenario }: ScenarioSchema): Wording => ({
  language,
  kind: documentKind(scenario, language),
});

/** The document of a fact: "the appeal judgment of 5 March 2021". */
export function documentPhraseOf(
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

/** Fills a phrase of wording.yaml with a thing, its owner, and its value if given. */
type Phraser = (
  phrase: string,
  fact?: StatedFact,
  extraValues?: Readonly<Record<string, string>>,
) => string;

export function phraserOf(
  { label: fullLabel, type }: LabelledFact,
  { subject, wording: { language } }: Pick<AskableFamily, "subject" | "wording">,
): Phraser {
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
  return clauseList(clauses, wording.language);
}

/** A question about a family that is correct by construction. */
export interface FamilyConstruction
  extends Pick<FamilyCandidateReply, "question" | "answer" | "wrong">,
    Partial<Pick<FamilyCandidateReply, "asOf" | "members" | "derivations">> {
  /** The facts its answer rests on. */
  readonly facts: readonly FamilyFact[];
}

export interface AskableFamily extends FamilyFacts {
  readonly wording: Wording;
  /** Subject of the family's own documents. */
  readonly subject: string;
  /** Single values with a unique label, each in a sentence that states it. */
  readonly threads: readonly AskableThread[];
}

export interface AskableThread extends Thread {
  readonly phraseFor: Phraser;
}

/** Facts reduced to the sentences that state their value, so that whatever rests on them can be checked. */
function provableFacts({ documents, facts }: FamilyFacts, language: Language): FamilyFact[] {
  const sentenceTexts = new Map(
    documents.flatMap(({ sentences }) => sentences.map(({ number, text }) => [number, text])),
  );
  const subjectOf = (number: number) => documents[number - 1]?.subject ?? "";
  return facts
    .map(fact => ({
      ...fact,
      sentences: fact.sentences.filter(number =>
        statesValue(sentenceTexts.get(number) ?? "", fact.value, language),
      ),
    }))
    .filter(
      ({ sentences, value, document }) =>
        sentences.length > 0 && isClause(value, subjectOf(document)),
    );
}

export function askableFamily(family: FamilyFacts, schema: ScenarioSchema): AskableFamily {
  const { documents } = family;
  const facts = provableFacts(family, schema.language);
  const allThreads = threadsOf({ documents, facts });
  const labels = countOf(allThreads.map(({ label }) => fold(label)));
  const isAskable = ({ path, label }: Thread) => {
    const leaf = leafAt(schema, path);
    // With two options, a guess is right half the time; an element of a list shares its label with others.
    return leaf && !leaf.many && leaf.options?.length !== 2 && labels.get(fold(label)) === 1;
  };
  const subject = documents.find(({ isTwin }) => !isTwin)?.subject ?? "";
  const wording = wordingOf(schema);
  const threads = allThreads
    .filter(isAskable)
    .map(thread => ({ ...thread, phraseFor: phraserOf(thread, { subject, wording }) }));
  return { documents, facts, wording, subject, threads };
}
