// Checks an answer by code, without a judge: which values and names of the keypoints it gives, and which values it invents.

import type { DiagnosedKeypoint } from "../../../schemas/evaluation/diagnosis.ts";
import type { Passage } from "../../../schemas/evaluation/predictions.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { eventKeys } from "../../text/event-keys.ts";
import { fold } from "../../text/fold.ts";
import { isSaid } from "../../text/value-match.ts";
import { findValues, isCount, type Value } from "../../text/values.ts";

type Language = TruthRow["language"];
type Keypoint = NonNullable<TruthRow["keypoints"]>[number];
type AskedItem = Pick<TruthRow, "question" | "answer" | "language" | "keypoints" | "references">;

const saidAmong = (values: readonly Value[], sought: Value): boolean =>
  values.some(value => isSaid(value, sought));

/** English only: single capitalised words within a sentence that the question does not have. Segmentation of Chinese names is too unreliable. */
function namesOf(claim: string, question: string, language: Language): string[] {
  if (language === "zh") return [];
  const asked = fold(question);
  return eventKeys(claim, "en")
    .filter(({ kind, text }) => kind === "name" && !/\s/.test(text))
    .filter(({ key }) => !asked.includes(key) && !fold(claim).startsWith(key))
    .map(({ text }) => text);
}

function readKeypoint(
  { id, claim }: Keypoint,
  { question, language }: AskedItem,
  answer: string,
): DiagnosedKeypoint {
  const asked = findValues(question);
  const sought = findValues(claim).filter(value => !saidAmong(asked, value));
  const names = namesOf(claim, question, language);
  const said = findValues(answer);
  const folded = fold(answer);
  const lacks = [
    ...sought.filter(value => !saidAmong(said, value)).map(({ text }) => text.trim()),
    ...names.filter(name => !folded.includes(fold(name))),
  ];
  const isKnown = sought.length + names.length > 0;
  const verdict = isKnown ? (lacks.length === 0 ? "said" : "missing") : "unknown";
  return { id, claim, verdict, lacks: [...new Set(lacks)], reason: null };
}

/** Each keypoint by the values and names that the question does not give away: said if the answer has all of them. */
export const readKeypoints = (truth: AskedItem, answer: string): DiagnosedKeypoint[] =>
  (truth.keypoints ?? []).map(keypoint => readKeypoint(keypoint, truth, answer));

/**
 * Values of an answer (numbers, dates, amounts; no ordinals, no counting words) that are neither in a passage that was read nor in the question, the
 * expected answer and its evidence. Rounded values match. Empty if the system does not report what it read.
 */
export function inventedValues(
  { question, answer: expected, references, keypoints }: AskedItem,
  answer: string,
  passages: readonly Passage[] | null,
): string[] {
  const texts = (passages ?? []).flatMap(({ text }) => text ?? []);
  if (passages === null || texts.length < passages.length) return [];
  const given = [
    ...texts,
    question,
    expected,
    ...(references ?? []).map(({ text }) => text),
    ...(keypoints ?? []).map(({ claim }) => claim),
  ].flatMap(text => findValues(text));
  const invented = findValues(answer).filter(
    value => value.kind !== "ordinal" && !isCount(value.text) && !saidAmong(given, value),
  );
  return [...new Set(invented.map(({ text }) => text.trim()))];
}
