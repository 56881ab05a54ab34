// Checks whether an answer gives an item's keypoints, as far as code can tell: their values and names.

import type { PackedItem } from "../../../schemas/formats/pack.ts";
import { questionTypeNames, questionTypes } from "../../../schemas/items/question-types.ts";
import { properNames } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { declines } from "../../text/refusals.ts";
import { createRivalTest } from "../../text/rival-answers.ts";
import { matchesValue } from "../../text/value-match.ts";
import { impliesValue } from "../../text/implied-value.ts";
import { isOnlyAtSentenceStart } from "../../text/sentence-openings.ts";
import { findValues, type Value } from "../../text/values.ts";

interface KeypointCheck {
  readonly id: string;
  readonly claim: string;
  /** Values and names of the claim that the answer lacks; null if the claim has none that the question lacks. */
  readonly missingParts: readonly string[] | null;
}

export interface AnswerCheck {
  /** The required keypoints. */
  readonly keypoints: readonly KeypointCheck[];
  /** The known wrong answer that the answer gives, with its kind of trap; null if it gives none. */
  readonly trap: { readonly trap: string; readonly answer: string } | null;
  /** For an unanswerable question, whether the answer says so; null for others. */
  readonly declined: boolean | null;
}

/** Minimum number of letters in a word for it to stand for a longer name. */
const minWordLength = 4;

/** Whether the answer has the whole name, or one of its longer words that the question does not have. */
function isNamed(name: string, answer: string, question: string): boolean {
  if (answer.includes(fold(name))) return true;
  const words = name.split(/\s+/).map(word => fold(word.replace(/[^\p{L}\p{N}]+$/u, "")));
  return (
    words.length > 1 &&
    words.some(
      word => word.length >= minWordLength && !question.includes(word) && answer.includes(word),
    )
  );
}

/** The claim's names that the question lacks and the evidence confirms: a capital letter at the beginning of a sentence, or a dictionary entry, is not enough by itself. */
function namesIn(claim: string, { question, evidence, language }: PackedItem): string[] {
  const foldedQuestion = fold(question);
  const evidenceTexts = evidence.map(({ text }) => fold(text));
  const names = properNames(claim, language);
  // "Visitors may stay" begins with a name only if the evidence also has it within a sentence.
  const isOpening = (name: string) =>
    language === "en" &&
    claim.startsWith(name) &&
    !/\s/.test(name) &&
    evidence.every(({ text }) => isOnlyAtSentenceStart(text, name));
  // "Version 3" in "Version 3.2" is only part of a value.
  const isCut = (name: string) =>
    /\d$/.test(name) &&
    claim
      .split(`${name}.`)
      .slice(1)
      .some(rest => /^\d/.test(rest));
  const isPart = (name: string) => names.some(other => other !== name && other.includes(name));
  return names.filter(name => {
    const key = fold(name);
    const words = key.split(/\s+/).filter(word => word.length >= minWordLength);
    return (
      key.length >= (language === "zh" ? 3 : 2) &&
      !isPart(name) &&
      !isCut(name) &&
      !isOpening(name) &&
      !foldedQuestion.includes(key) &&
      !words.some(word => foldedQuestion.includes(word)) &&
      evidenceTexts.some(text => text.includes(key))
    );
  });
}

/** GB, kW, mAh: a unit with capitals after a bare number, which `findValues` does not recognize. */
const unitPattern = /^\s?((?=[a-zµ]{0,3}[A-Z])[A-Za-zµ]{1,4})(?![A-Za-z])/u;

const unitAfter = (claim: string, { end }: Value): string =>
  unitPattern.exec(claim.slice(end))?.[0] ?? "";

/** Whether a bare number has such a unit in both the claim and the answer, but not the same one. */
function hasOtherUnit(
  answerValue: Value,
  sought: Value,
  { claim, answer }: { readonly claim: string; readonly answer: string },
): boolean {
  if (answerValue.kind !== "number" || sought.kind !== "number") return false;
  const [unitInClaim, other] = [
    unitPattern.exec(claim.slice(sought.end)),
    unitPattern.exec(answer.slice(answerValue.end)),
  ];
  return (
    unitInClaim?.[1] !== undefined &&
    other?.[1] !== undefined &&
    fold(unitInClaim[1]) !== fold(other[1])
  );
}

function missingParts(claim: string, item: PackedItem, answer: string): string[] | null {
  const { question } = item;
  const questionValues = findValues(question);
  const values = findValues(claim).filter(
    value => value.kind !== "ordinal" && !questionValues.some(known => impliesValue(known, value)),
  );
  const names = namesIn(claim, item);
  if (values.length + names.length === 0) return null;
  const answerValues = findValues(answer);
  const foldedAnswer = fold(answer);
  return [
    ...values
      .filter(value => {
        const matches = answerValues.filter(found => matchesValue(found, value));
        return matches.length === 0
          ? !foldedAnswer.includes(fold(value.text))
          : matches.every(found => hasOtherUnit(found, value, { claim, answer }));
      })
      .map(value => value.text + (value.kind === "number" ? unitAfter(claim, value) : "")),
    ...names.filter(name => !isNamed(name, foldedAnswer, fold(question))),
  ];
}

function trapOf(item: PackedItem, answerText: string): AnswerCheck["trap"] {
  const { answer: rightAnswer, question, language, wrongAnswers = [] } = item;
  const trapEntry = wrongAnswers.find(({ answer: wrongAnswer, trap }) =>
    createRivalTest({
      expectedAnswer: wrongAnswer,
      rivalAnswer: rightAnswer,
      question,
      language,
      isList: trap === "partial",
    })?.(answerText),
  );
  return trapEntry ? { trap: trapEntry.trap, answer: trapEntry.answer } : null;
}

const typesWithAllPoints = new Set<string>(
  questionTypeNames.filter(name => "allPoints" in questionTypes[name]),
);

/** An answer that gives the conclusion may leave out what it was drawn from (114 days, not both dates), unless the question type requires all points. */
const requiredKeypoints = ({ keypoints, type }: PackedItem): PackedItem["keypoints"] => {
  const conclusions = keypoints.filter(({ kind }) => kind === "conclusion");
  return conclusions.length === 0 || typesWithAllPoints.has(type) ? keypoints : conclusions;
};

export interface AnswerCheckOptions {
  /** Requires all keypoints, including those that a conclusion was drawn from. */
  readonly full?: boolean | undefined;
}

/** Checks an answer by values and names alone; other words are not judged. No model is called. */
export function checkAnswer(
  item: PackedItem,
  answer: string,
  { full = false }: AnswerCheckOptions = {},
): AnswerCheck {
  if (item.type === "unanswerable")
    return { keypoints: [], trap: null, declined: declines(answer, item.language) };
  return {
    keypoints: (full ? item.keypoints : requiredKeypoints(item)).map(({ id, claim }) => ({
      id,
      claim,
      missingParts: missingParts(claim, item, answer),
    })),
    trap: trapOf(item, answer),
    declined: null,
  };
}
