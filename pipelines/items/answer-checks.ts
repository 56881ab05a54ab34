// Checks that an item must pass, each a pure function that returns what is wrong, if anything: code verifies what prompts only ask for.

import type { AnswerRow, VerdictRow } from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { questionTypeNames, questionTypes } from "../../schemas/items/question-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import { made, type Outcome, rejected } from "../engine/stage.ts";
import { checkDerivation, unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { languageOf } from "../text/language.ts";
import { datesNear } from "../text/news-days.ts";
import { isCountOrOrdinal } from "../text/number-words.ts";
import { placeholderIn } from "../text/placeholders.ts";
import { namesSubject } from "../text/stated-value.ts";
import { meaningfulWords } from "./unrelated-evidence.ts";

/** A reason to reject an answer. */
export interface Reason {
  readonly code: string;
  readonly detail: string;
}

/** Accepts an answer if there is no reason against it; otherwise rejects it with the first. */
export function verdictOf(
  { id, question, language }: AnswerRow,
  reasons: Reason[],
  rejectedKeywords: Pick<VerdictRow, "refusedKeywords"> = {},
): Outcome<VerdictRow> {
  const accepted = reasons.length === 0;
  const ids = { id: `${id}/verdict`, answerId: id, questionId: question.id };
  const row = { ...ids, language, accepted, reasons, ...rejectedKeywords };
  const [first] = reasons;
  return first ? rejected(first.code, first.detail, [row]) : made([row]);
}

type Check = (
  answer: AnswerRow,
  documentsById: ReadonlyMap<string, DocumentRow>,
) => string | undefined;

/** References must be the document's own characters at their offsets. */
function verbatimFault(
  { evidence }: AnswerRow,
  documentsById: ReadonlyMap<string, DocumentRow>,
): string | undefined {
  const wrongReference = evidence.find(
    ({ span, text }) =>
      documentsById.get(span.documentId)?.text.slice(span.start, span.end) !== text,
  );
  return wrongReference && `Reference ${wrongReference.number} is not the text at its offsets.`;
}

function missingReferenceFault({ question, evidence }: AnswerRow): string | undefined {
  // An unanswerable question's references, if any, support what the documents do settle.
  if (question.type === "unanswerable") return undefined;
  const unusedId = question.documentIds.find(
    id => !evidence.some(({ span }) => span.documentId === id),
  );
  return unusedId && `No reference is from document ${unusedId}.`;
}

/** A question must name the subject of each of its documents to make sense over the whole corpus. */
function unnamedSubjectFault({ question }: AnswerRow): string | undefined {
  // A question about a fragment names what it asks about, but rarely the title of the whole document.
  if (question.scope.length > 0) return undefined;
  const unnamedSubject = question.subjects.find(
    subject => !namesSubject(question.question, subject),
  );
  return unnamedSubject && `The question does not name ${unnamedSubject}.`;
}

/** The question and the answer must be in the item's language; a name spelled as in its reference ("IBM") is accepted. */
function languageFault({ question, answer, evidence, language }: AnswerRow): string | undefined {
  const isQuoted = (text: string) =>
    evidence.some(({ text: source }) => fold(source).includes(fold(text)));
  // A Chinese question may contain so many code names that few of its letters are Chinese.
  const isMixed = (text: string) => language === "zh" && /\p{Script=Han}/u.test(text);
  const foreignText = [question.question, answer].find(
    text =>
      languageOf(text) !== language && /\p{L}/u.test(text) && !isMixed(text) && !isQuoted(text),
  );
  return foreignText && `Not in ${language}: ${foreignText.slice(0, 80)}`;
}

/** Numbers and dates in the answer must be in its references or the question, or follow from them by a stored derivation. */
function unsupportedNumberFault(
  { question, answer, evidence, derivations, language }: AnswerRow,
  documentsById: ReadonlyMap<string, DocumentRow>,
): string | undefined {
  // "Yesterday" in a dated article is a date too.
  const dayTexts = [...documentsById.values()].map(datesNear);
  const unsupported = unsupportedValues(
    answer,
    [...evidence.map(({ text }) => text), question.question, ...dayTexts],
    derivations,
    language,
    // A count is supported if two readers of the sentences arrived at the same number.
  ).filter(value => question.measures?.proof !== "reading" || !isCountOrOrdinal(value));
  return unsupported.length > 0
    ? `Neither in the references nor derived: ${unsupported.join(", ")}`
    : undefined;
}

function derivationFault({ derivations, language }: AnswerRow): string | undefined {
  return derivations
    .map(derivation => checkDerivation(derivation, language))
    .find(problem => problem !== undefined);
}

/** Minimum number of meaningful words in a question: "Who founded IBM?", "张三多大年龄？". */
const minWords = { en: 3, zh: 2 };
/** Types whose questions ask for a choice between things that they name. */
const choosingTypes = new Set<string>(
  questionTypeNames.filter(type => questionTypes[type].needsSeveralDocuments),
);
const offersChoice = /\b(?:or|which of)\b|还是|或者?|哪/i;

function meaninglessFault(
  { question, answer, evidence, language }: AnswerRow,
  documentsById: ReadonlyMap<string, DocumentRow>,
): string | undefined {
  const sources = [...evidence, ...documentsById.values()].map(({ text }) => text);
  const text = question.question.trim();
  if (new Set(meaningfulWords(text, language)).size < minWords[language])
    return "The question asks for next to nothing.";
  if ([text, answer].some(checkedText => placeholderIn(checkedText, sources) !== undefined))
    return "A placeholder was left unfilled.";
  if (fold(answer) === fold(text)) return "The answer repeats the question.";
  if (choosingTypes.has(question.type) || offersChoice.test(text)) return undefined;
  return fold(text).includes(fold(answer)) && fold(answer).length > 2
    ? "The question gives its own answer away."
    : undefined;
}

const checks: Record<string, Check> = {
  "not-verbatim": verbatimFault,
  "no-references": missingReferenceFault,
  "names-no-subject": unnamedSubjectFault,
  "wrong-language": languageFault,
  "unsupported-number": unsupportedNumberFault,
  "wrong-derivation": derivationFault,
  meaningless: meaninglessFault,
};

/** Codes of the checks that a reverse task skips: the corpus may support only part of its reference, and keypoints measure how much. */
const checksSkippedForReverse = new Set(["unsupported-number", "meaningless"]);

/** Everything that is wrong with an answer; empty if it may become an item. */
export function findFaults(
  answer: AnswerRow,
  documentsById: ReadonlyMap<string, DocumentRow>,
): Reason[] {
  const { type } = answer.question;
  return Object.entries(checks).flatMap(([code, check]) => {
    if (isReverse(type) && checksSkippedForReverse.has(code)) return [];
    const detail = check(answer, documentsById);
    return detail === undefined ? [] : [{ code, detail }];
  });
}
