// The checks an item must pass, each a pure function that says what is wrong; code proves what prompts only promise.

import type { AnswerRow, DocumentRow } from "../../schemas/items/records.ts";
import { checkDerivation, unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { languageOf } from "../text/language.ts";
import { words } from "../text/segment.ts";

export interface Reason {
  readonly code: string;
  readonly detail: string;
}

type Check = (answer: AnswerRow, texts: ReadonlyMap<string, DocumentRow>) => string | undefined;

/** References are the document's own characters at their offsets. */
function notVerbatim({ evidence }: AnswerRow, texts: ReadonlyMap<string, DocumentRow>): string | undefined {
  const wrong = evidence.find(({ span, text }) => texts.get(span.documentId)?.text.slice(span.start, span.end) !== text);
  return wrong && `Reference ${wrong.number} is not what stands at its offsets.`;
}

function noReferences({ question, evidence }: AnswerRow): string | undefined {
  if (question.type === "unanswerable") return evidence.length > 0 ? "An unanswerable question has references." : undefined;
  const without = question.documentIds.find(id => !evidence.some(({ span }) => span.documentId === id));
  return without && `Document ${without} supports nothing.`;
}

/** A question that makes sense over the whole corpus names what each of its documents is about. */
function namesNoSubject({ question }: AnswerRow): string | undefined {
  const asked = fold(question.question);
  const unnamed = question.subjects.find(subject => !subject.split(/[,，、]\s*/).every(part => asked.includes(fold(part))));
  return unnamed && `The question does not name ${unnamed}.`;
}

function wrongLanguage({ question, answer, language }: AnswerRow): string | undefined {
  const other = [question.question, answer].find(text => languageOf(text) !== language && /\p{L}/u.test(text));
  return other && `Not in ${language}: ${other.slice(0, 80)}`;
}

/** Numbers and dates of the answer stand in its references, in the question, or follow from them by a stored derivation. */
function unsupportedNumber({ question, answer, evidence, derivations, language }: AnswerRow): string | undefined {
  const found = unsupportedValues(answer, [...evidence.map(({ text }) => text), question.question], derivations, language);
  return found.length > 0 ? `Neither in the references nor derived: ${found.join(", ")}` : undefined;
}

function wrongDerivation({ derivations, language }: AnswerRow): string | undefined {
  return derivations.map(derivation => checkDerivation(derivation, language)).find(problem => problem !== undefined);
}

// Words that carry nothing: one letter, or one Han character.
const contentWords = (text: string, language: "zh" | "en") => new Set(words(text, language).filter(word => word.length > 1));

/** A reference shares something with the answer that is more than the name of its subject. */
function idleReference({ question, answer, evidence, language }: AnswerRow): string | undefined {
  const said = contentWords(`${answer} ${question.question}`, language);
  const idle = evidence.find(({ text }) => ![...contentWords(text, language)].some(word => said.has(word)));
  return idle && `Reference ${idle.number} supports nothing: ${idle.text.slice(0, 80)}`;
}

const placeholders = /\[[^\]]*\]|\{[^}]*\}|_{3,}|X{3,}|待填|待定内容|<[a-z_ ]+>/i;

function meaningless({ question, answer, language }: AnswerRow): string | undefined {
  const text = question.question.trim();
  if (contentWords(text, language).size < 3) return "The question asks for next to nothing.";
  if (placeholders.test(`${text} ${answer}`)) return "A placeholder was left unfilled.";
  if (fold(answer) === fold(text)) return "The answer repeats the question.";
  return fold(text).includes(fold(answer)) && fold(answer).length > 2 ? "The question gives its own answer away." : undefined;
}

const checks: Record<string, Check> = {
  "not-verbatim": notVerbatim,
  "no-references": noReferences,
  "names-no-subject": namesNoSubject,
  "wrong-language": wrongLanguage,
  "unsupported-number": unsupportedNumber,
  "wrong-derivation": wrongDerivation,
  "idle-reference": idleReference,
  meaningless,
};

/** Everything that is wrong with an answer; nothing when it may become an item. */
export function findFaults(answer: AnswerRow, texts: ReadonlyMap<string, DocumentRow>): Reason[] {
  return Object.entries(checks).flatMap(([code, check]) => {
    const detail = check(answer, texts);
    return detail === undefined ? [] : [{ code, detail }];
  });
}
