// Chooses the sentences that an answer rests on: those that both readers cited, and others that state details of the answer.

import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { isCount } from "../text/values.ts";
import { type Detail, headingsOf, missingDetails, statesDetail } from "./answer-details.ts";

interface NumberedText {
  readonly number: number;
  /** Its document's name and day. */
  readonly document: string;
  readonly text: string;
}

/** A question, its answer, and the sentences that it is about. */
export interface AnsweredQuestion {
  readonly language: Language;
  readonly question: string;
  readonly answer: string;
  readonly derivations: readonly Derivation[];
  readonly sentences: readonly NumberedText[];
}

/** Maximum number of lines between a sentence and the date or section heading above it. */
const maxHeadingDistance = 10;

/** The texts of the sentences that have these numbers. */
export const textsAt = ({ sentences }: AnsweredQuestion, numbers: Iterable<number>): string[] => {
  const wantedNumbers = new Set(numbers);
  return sentences.filter(({ number }) => wantedNumbers.has(number)).map(({ text }) => text);
};

/** Details of the answer that neither these sentences nor the question state; counts are left out. */
export function unstatedDetails(
  answeredQuestion: AnsweredQuestion,
  numbers: Iterable<number>,
): Detail[] {
  const { answer, question, sentences, language, derivations } = answeredQuestion;
  const sources = [...textsAt(answeredQuestion, numbers), ...headingsOf(sentences), question];
  return missingDetails(answer, sources, language, derivations).filter(
    ({ kind, text }) => kind !== "value" || !isCount(text),
  );
}

/**
 * Numbers of the sentences that both readers cited, of those that only one cited but that add a detail of the answer, and
 * of lines with a detail that no cited sentence has. Keypoints may rest on the other sentences too.
 */
export function chooseEvidence(
  answeredQuestion: AnsweredQuestion,
  ownNumbers: readonly number[],
  otherNumbers: readonly number[],
): number[] {
  const commonNumbers = ownNumbers.filter(number => otherNumbers.includes(number));
  const chosenNumbers = new Set(
    commonNumbers.length > 0 ? commonNumbers : otherNumbers.length > 0 ? otherNumbers : ownNumbers,
  );
  addInformative(answeredQuestion, chosenNumbers, [...ownNumbers, ...otherNumbers]);
  for (const detail of unstatedDetails(answeredQuestion, chosenNumbers)) {
    const number = numberOfStatingLine(detail, answeredQuestion, [...chosenNumbers]);
    if (number !== undefined) chosenNumbers.add(number);
  }
  return [...chosenNumbers].sort((a, b) => a - b);
}

/** Adds sentences with a detail of the answer that the chosen ones lack, those with the most details first. */
function addInformative(
  answeredQuestion: AnsweredQuestion,
  chosenNumbers: Set<number>,
  others: readonly number[],
): void {
  for (;;) {
    let lowestCount = unstatedDetails(answeredQuestion, chosenNumbers).length;
    let nextNumber: number | undefined;
    for (const number of lowestCount === 0 ? [] : others) {
      const count = unstatedDetails(answeredQuestion, [...chosenNumbers, number]).length;
      if (count < lowestCount) [nextNumber, lowestCount] = [number, count];
    }
    if (nextNumber === undefined) return;
    chosenNumbers.add(nextNumber);
  }
}

/** The only sentence that states the detail; if several do, the nearest one above a chosen sentence, like a heading. */
function numberOfStatingLine(
  detail: Detail,
  { sentences, language }: AnsweredQuestion,
  chosenNumbers: readonly number[],
): number | undefined {
  const statingNumbers = sentences
    .filter(({ text }) => statesDetail(text, detail, language))
    .map(({ number }) => number);
  if (statingNumbers.length === 1) return statingNumbers[0];
  const linesAbove = statingNumbers.flatMap(number =>
    chosenNumbers
      .filter(below => below > number && below - number <= maxHeadingDistance)
      .map(below => ({ number, distance: below - number })),
  );
  return linesAbove.sort((a, b) => a.distance - b.distance)[0]?.number;
}
