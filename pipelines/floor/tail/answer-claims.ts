// Splits an answer into claims: its sentences, and clauses separated by semicolons.

import { splitSentences } from "../../text/sentences.ts";

type Language = "zh" | "en";

/** The claims of one sentence, without the marks that end them. */
interface ClaimedSentence {
  readonly text: string;
  readonly claims: readonly string[];
}

// A semicolon inside quotation marks or brackets belongs to the quoted text.
const CLAUSE =
  /(?:[^;；“”"「」（）()]|“[^”]*”?|"[^"]*"?|「[^」]*」?|（[^）]*）?|\([^)]*\)?|[”」）)])+/g;

/** The sentences of an answer in order, each with its claims. */
export function claimedSentences(answer: string, language: Language): ClaimedSentence[] {
  return splitSentences(answer, language).map(({ text }) => {
    // The full stop of a final "Ltd." also ends the sentence; it stays with the name.
    const endMark = /\b(?:Ltd|Inc|Co|Corp|plc|Jr|Sr)\.$/.test(text)
      ? ""
      : (/[。.!?！？]+$/.exec(text)?.[0] ?? "");
    const body = text.slice(0, text.length - endMark.length);
    const claims = (body.match(CLAUSE) ?? [])
      .map(clause => clause.trim())
      .filter(clause => /[\p{L}\p{N}]/u.test(clause));
    return { text, claims };
  });
}

/** Whether a sentence marks itself as a conclusion from the claims before it. */
export const isConclusion = (sentence: string): boolean =>
  /^(?:therefore\b|因此)/i.test(sentence.trim());

/** The parts of a document's name: "Hospital, Patient" and "Hospital_Patient" have two. */
export const nameParts = (name: string): string[] =>
  name
    .split(/[_,，、]\s*/)
    .map(part => part.trim())
    .filter(part => part !== "");

/** Ignores case: at the beginning of a sentence "the case of Foo" has a capital. */
export const namesDocument = (text: string, name: string): boolean => {
  const parts = nameParts(name);
  const folded = text.toLowerCase();
  return parts.length > 0 && parts.every(part => folded.includes(part.toLowerCase()));
};
