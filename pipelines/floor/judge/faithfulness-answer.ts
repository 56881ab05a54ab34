// Judges whether passages support an answer's clauses: a value found in no passage refutes a clause; a passage with its values and names, or its exact words, supports it.

import type { Language } from "../../../schemas/items/item-types.ts";
import { faithfulnessPrompt } from "../../../schemas/evaluation/prompts.ts";
import { properNames } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { impliesValue } from "../../text/implied-value.ts";
import type { Value } from "../../text/values.ts";
import { answererFor } from "../answerer.ts";
import { fillPhrase } from "../wording.ts";
import { unitsOf } from "../tail/content-units.ts";
import type { ParsedSentence } from "../tail/sentence-support.ts";
import { readAnswer, readClauses, shareIn } from "./read-answer.ts";

/** Minimum share of a clause's words in the passage that has its values or names. */
const minSupport = 0.6;

interface PassageContent {
  readonly folded: string;
  readonly values: readonly Value[];
  readonly units: ReadonlySet<string>;
}

const readPassage = (text: string, language: Language): PassageContent => ({
  folded: fold(text),
  values: readClauses(text, language).flatMap(({ values }) => values),
  units: unitsOf(text, language),
});

const hasValue = ({ values }: PassageContent, value: Value): boolean =>
  value.kind === "ordinal" || values.some(stated => impliesValue(stated, value));

/** True or false if values, names or the exact words prove it; otherwise undefined. */
function isSupported(
  { text, folded, values, units }: ParsedSentence,
  passages: readonly PassageContent[],
  language: Language,
): boolean | undefined {
  if (values.some(value => !passages.some(passage => hasValue(passage, value)))) return false;
  const bareText = folded.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (passages.some(passage => passage.folded.includes(bareText))) return true;
  const names = properNames(text, language).map(fold);
  const hasTellingValue = values.some(({ kind }) => kind !== "ordinal");
  const isProvenBy = (passage: PassageContent) =>
    values.every(value => hasValue(passage, value)) &&
    names.every(name => passage.folded.includes(name)) &&
    shareIn(units, passage.units) >= minSupport;
  return hasTellingValue && passages.some(isProvenBy) ? true : undefined;
}

export const faithfulnessAnswerer = answererFor(
  faithfulnessPrompt,
  ({ answer, passages }, { language }) => {
    const { parts } = readAnswer(answer, language);
    const passageContents = passages.map(({ text }) => readPassage(text, language));
    const judgedParts = parts.map(part => ({
      text: part.text,
      isTrue: isSupported(part, passageContents, language),
    }));
    const unsupported = judgedParts
      .filter(({ isTrue }) => isTrue === false)
      .map(({ text }) => text);
    const [refutedClause] = unsupported;
    // One refuted clause is enough for "no"; "yes" needs support for all.
    if (refutedClause === undefined && judgedParts.some(({ isTrue }) => isTrue === undefined))
      return undefined;
    const supported = parts.length === 0 ? "states-nothing" : "supported";
    const reason = fillPhrase(refutedClause ? "unsupported" : supported, language, {
      clause: refutedClause ?? "",
    });
    return { unsupported, reason, faithful: refutedClause === undefined };
  },
);
