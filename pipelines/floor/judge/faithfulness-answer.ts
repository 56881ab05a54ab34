// Judges whether passages support an answer's clauses: a value in no passage refutes, values and names or the exact words in one support.

import { faithfulnessPrompt } from "../../../schemas/evaluation/prompts.ts";
import { properNames } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { says } from "../../text/same-value.ts";
import type { Value } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { say } from "../wording.ts";
import { unitsOf } from "../tail/content-units.ts";
import type { ReadSentence } from "../tail/sentence-support.ts";
import { readAnswer, readClauses, shareIn } from "./read-answer.ts";

type Language = "zh" | "en";

/** Share of a clause's words that the passage with its values or names must have. */
const SUPPORTED = 0.6;

interface PassageContent {
  readonly folded: string;
  readonly values: readonly Value[];
  readonly units: ReadonlySet<string>;
}

const readShown = (text: string, language: Language): PassageContent => ({
  folded: fold(text),
  values: readClauses([text], language).flatMap(({ values }) => values),
  units: unitsOf(text, language),
});

const has = ({ values }: PassageContent, value: Value): boolean =>
  value.kind === "ordinal" || values.some(one => says(one, value));

/** True or false if values, names or the exact words prove it; otherwise undefined. */
function isSupported(
  { text, folded, values, units }: ReadSentence,
  passages: readonly PassageContent[],
  language: Language,
): boolean | undefined {
  if (values.some(value => !passages.some(passage => has(passage, value)))) return false;
  const bare = folded.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (passages.some(passage => passage.folded.includes(bare))) return true;
  const names = properNames(text, language).map(fold);
  const telling = values.some(({ kind }) => kind !== "ordinal");
  const proves = (passage: PassageContent) =>
    values.every(value => has(passage, value)) &&
    names.every(name => passage.folded.includes(name)) &&
    shareIn(units, passage.units) >= SUPPORTED;
  return telling && passages.some(proves) ? true : undefined;
}

export const faithfulnessAnswerer = answers(
  faithfulnessPrompt,
  ({ answer, passages }, { language }) => {
    const { parts } = readAnswer(answer, language);
    const shown = passages.map(({ text }) => readShown(text, language));
    const found = parts.map(part => ({
      text: part.text,
      holds: isSupported(part, shown, language),
    }));
    const unsupported = found.filter(({ holds }) => holds === false).map(({ text }) => text);
    const [clause] = unsupported;
    // One refuted clause is enough for "no"; "yes" needs support for all.
    if (clause === undefined && found.some(({ holds }) => holds === undefined)) return undefined;
    const supported = parts.length === 0 ? "states-nothing" : "supported";
    const reason = say(clause ? "unsupported" : supported, language, { clause: clause ?? "" });
    return { unsupported, reason, faithful: clause === undefined };
  },
);
