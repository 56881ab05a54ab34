// Checks that an item must pass, each a pure function that says what is wrong: code proves what prompts only ask for.

import type { AnswerRow, VerdictRow } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { questionTypeNames, questionTypes } from "../../schemas/items/question-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { made, type Outcome, rejected } from "../engine/stage.ts";
import { checkDerivation, unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { languageOf } from "../text/language.ts";
import { daysNear } from "../text/news-days.ts";
import { isCounted } from "../text/number-words.ts";
import { placeholderIn } from "../text/placeholders.ts";
import { words } from "../text/segment.ts";
import { namesSubject } from "../text/stated-value.ts";

export interface Reason {
  readonly code: string;
  readonly detail: string;
}

/** Accepts an answer if there is no reason against it; otherwise the first reason is given as the rejection. */
export function verdictOf(
  { id, question, language }: AnswerRow,
  reasons: Reason[],
  refused: Pick<VerdictRow, "refusedKeywords"> = {},
): Outcome<VerdictRow> {
  const accepted = reasons.length === 0;
  const named = { id: `${id}/verdict`, answerId: id, questionId: question.id };
  const row = { ...named, language, accepted, reasons, ...refused };
  const [first] = reasons;
  return first ? rejected(first.code, first.detail, [row]) : made([row]);
}

type Check = (answer: AnswerRow, texts: ReadonlyMap<string, DocumentRow>) => string | undefined;

/** References must be the document's own characters at their offsets. */
function notVerbatim(
  { evidence }: AnswerRow,
  texts: ReadonlyMap<string, DocumentRow>,
): string | undefined {
  const wrong = evidence.find(
    ({ span, text }) => texts.get(span.documentId)?.text.slice(span.start, span.end) !== text,
  );
  return wrong && `Reference ${wrong.number} is not the text at its offsets.`;
}

function noReferences({ question, evidence }: AnswerRow): string | undefined {
  // It may have none, or what the documents do settle.
  if (question.type === "unanswerable") return undefined;
  const without = question.documentIds.find(
    id => !evidence.some(({ span }) => span.documentId === id),
  );
  return without && `Document ${without} supports nothing.`;
}

/** A question must name the subject of each of its documents to make sense over the whole corpus. */
function namesNoSubject({ question }: AnswerRow): string | undefined {
  // A question on a fragment names what it asks about, but seldom the title of the whole document.
  if (question.scope.length > 0) return undefined;
  const unnamed = question.subjects.find(subject => !namesSubject(question.question, subject));
  return unnamed && `The question does not name ${unnamed}.`;
}

/** Question and answer must be in the item's language; a name spelled as in its reference ("IBM") is accepted. */
function wrongLanguage({ question, answer, evidence, language }: AnswerRow): string | undefined {
  const quoted = (text: string) =>
    evidence.some(({ text: source }) => fold(source).includes(fold(text)));
  // A Chinese question may name so much code that few of its letters are Chinese.
  const isMixed = (text: string) => language === "zh" && /\p{Script=Han}/u.test(text);
  const other = [question.question, answer].find(
    text => languageOf(text) !== language && /\p{L}/u.test(text) && !isMixed(text) && !quoted(text),
  );
  return other && `Not in ${language}: ${other.slice(0, 80)}`;
}

/** Numbers and dates of the answer must be in its references or the question, or follow from them by a stored derivation. */
function unsupportedNumber(
  { question, answer, evidence, derivations, language }: AnswerRow,
  texts: ReadonlyMap<string, DocumentRow>,
): string | undefined {
  // "Yesterday" in a dated article is a date too.
  const days = [...texts.values()].map(daysNear);
  const found = unsupportedValues(
    answer,
    [...evidence.map(({ text }) => text), question.question, ...days],
    derivations,
    language,
    // Two readers of the sentences got the same count.
  ).filter(value => question.measures?.proof !== "reading" || !isCounted(value));
  return found.length > 0
    ? `Neither in the references nor derived: ${found.join(", ")}`
    : undefined;
}

function wrongDerivation({ derivations, language }: AnswerRow): string | undefined {
  return derivations
    .map(derivation => checkDerivation(derivation, language))
    .find(problem => problem !== undefined);
}

// Words of more than one letter or Han character; shorter ones carry no meaning.
const contentWords = (text: string, language: "zh" | "en") =>
  new Set(words(text, language).filter(word => word.length > 1));

// The shortest real questions: "Who founded IBM?", "张三多大年龄？".
const minWords = { en: 3, zh: 2 };
// Questions of these types choose between things that they name.
const chooses = new Set<string>(questionTypeNames.filter(type => questionTypes[type].several));
const offersChoice = /\b(?:or|which of)\b|还是|或者?|哪/i;

function meaningless(
  { question, answer, evidence, language }: AnswerRow,
  texts: ReadonlyMap<string, DocumentRow>,
): string | undefined {
  const sources = [...evidence, ...texts.values()].map(({ text }) => text);
  const text = question.question.trim();
  if (contentWords(text, language).size < minWords[language])
    return "The question asks for next to nothing.";
  if ([text, answer].some(said => placeholderIn(said, sources) !== undefined))
    return "A placeholder was left unfilled.";
  if (fold(answer) === fold(text)) return "The answer repeats the question.";
  if (chooses.has(question.type) || offersChoice.test(text)) return undefined;
  return fold(text).includes(fold(answer)) && fold(answer).length > 2
    ? "The question gives its own answer away."
    : undefined;
}

const checks: Record<string, Check> = {
  "not-verbatim": notVerbatim,
  "no-references": noReferences,
  "names-no-subject": namesNoSubject,
  "wrong-language": wrongLanguage,
  "unsupported-number": unsupportedNumber,
  "wrong-derivation": wrongDerivation,
  meaningless,
};

// The corpus may support only a part of a reverse task's reference; keypoints measure how much.
const notOfReverse = new Set(["unsupported-number", "meaningless"]);

/** Everything that is wrong with an answer; empty if it may become an item. */
export function findFaults(answer: AnswerRow, texts: ReadonlyMap<string, DocumentRow>): Reason[] {
  const { type } = answer.question;
  return Object.entries(checks).flatMap(([code, check]) => {
    if (isReverse(type) && notOfReverse.has(code)) return [];
    const detail = check(answer, texts);
    return detail === undefined ? [] : [{ code, detail }];
  });
}
