// Checks an answer by code, without a judge: which values and names of the keypoints it states, and which values it invents.

import type { DiagnosedKeypoint } from "../../../schemas/evaluation/diagnosis.ts";
import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { eventKeys } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { matchesValue } from "../../text/value-match.ts";
import { findValues, isCount, type Value } from "../../text/values.ts";

type Language = TruthRow["language"];
type Keypoint = NonNullable<TruthRow["keypoints"]>[number];
type CheckedItem = Pick<TruthRow, "question" | "answer" | "language" | "keypoints" | "references">;

const isSaidAmong = (values: readonly Value[], sought: Value): boolean =>
  values.some(value => matchesValue(value, sought));

/** The claim's one-word names, except its first word and those in the question. English only: segmentation of Chinese names is too unreliable. */
function namesOf(claim: string, question: string, language: Language): string[] {
  if (language === "zh") return [];
  const foldedQuestion = fold(question);
  return eventKeys(claim, "en")
    .filter(({ kind, text }) => kind === "name" && !/\s/.test(text))
    .filter(({ key }) => !foldedQuestion.includes(key) && !fold(claim).startsWith(key))
    .map(({ text }) => text);
}

function checkKeypoint(
  { id, claim }: Keypoint,
  { question, language }: CheckedItem,
  answer: string,
): DiagnosedKeypoint {
  const valuesInQuestion = findValues(question);
  const claimValues = findValues(claim).filter(value => !isSaidAmong(valuesInQuestion, value));
  const names = namesOf(claim, question, language);
  const valuesInAnswer = findValues(answer);
  const foldedAnswer = fold(answer);
  const lacks = [
    ...claimValues
      .filter(value => !isSaidAmong(valuesInAnswer, value))
      .map(({ text }) => text.trim()),
    ...names.filter(name => !foldedAnswer.includes(fold(name))),
  ];
  const isDecidable = claimValues.length + names.length > 0;
  const verdict = isDecidable ? (lacks.length === 0 ? "said" : "missing") : "unknown";
  return { id, claim, verdict, lacks: [...new Set(lacks)], reason: null };
}

/** Checks each keypoint by its values and names that are not in the question: it counts as stated if the answer has all of them. */
export const checkKeypoints = (truth: CheckedItem, answer: string): DiagnosedKeypoint[] =>
  (truth.keypoints ?? []).map(keypoint => checkKeypoint(keypoint, truth, answer));

/**
 * Values in an answer (numbers, dates, amounts; but not ordinals or counting words) that are neither in a passage
 * that was read nor in the question, the expected answer or its evidence. Rounded values match. Empty if the system
 * does not report what it read.
 */
export function inventedValues(
  { question, answer: expectedAnswer, references, keypoints }: CheckedItem,
  answer: string,
  passages: readonly Passage[] | null,
): string[] {
  const texts = (passages ?? []).flatMap(({ text }) => text ?? []);
  if (passages === null || texts.length < passages.length) return [];
  const knownValues = [
    ...texts,
    question,
    expectedAnswer,
    ...(references ?? []).map(({ text }) => text),
    ...(keypoints ?? []).map(({ claim }) => claim),
  ].flatMap(text => findValues(text));
  const invented = findValues(answer).filter(
    value => value.kind !== "ordinal" && !isCount(value.text) && !isSaidAmong(knownValues, value),
  );
  return [...new Set(invented.map(({ text }) => text.trim()))];
}
