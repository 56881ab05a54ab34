// Chooses the sentences that an answer rests on: those that both readers cited, and others that state details of the answer.

import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { isCount } from "../text/values.ts";
import { type Detail, headsOf, missingDetails, saysDetail } from "./details.ts";

interface NumberedText {
  readonly number: number;
  /** Its document's name and day. */
  readonly document: string;
  readonly text: string;
}

/** A question, its answer, and the sentences it was asked about. */
export interface Answered {
  readonly language: Language;
  readonly question: string;
  readonly answer: string;
  readonly derivations: readonly Derivation[];
  readonly sentences: readonly NumberedText[];
}

/** How many lines above a sentence its date or section heading may be. */
const farthestHead = 10;

export const textsAt = ({ sentences }: Answered, numbers: Iterable<number>): string[] => {
  const wanted = new Set(numbers);
  return sentences.filter(({ number }) => wanted.has(number)).map(({ text }) => text);
};

/** Details of the answer that neither these sentences nor the question state; counts are left out. */
export function lackingDetails(asked: Answered, numbers: Iterable<number>): Detail[] {
  const { answer, question, sentences, language, derivations } = asked;
  const sources = [...textsAt(asked, numbers), ...headsOf(sentences), question];
  return missingDetails(answer, sources, language, derivations).filter(
    ({ kind, text }) => kind !== "value" || !isCount(text),
  );
}

/**
 * Numbers of the sentences that both readers cited, of those that one cited and that add a detail of the answer, and of
 * lines with a detail that no cited sentence has. Keypoints may rest on the others too.
 */
export function chooseEvidence(
  asked: Answered,
  own: readonly number[],
  other: readonly number[],
): number[] {
  const both = own.filter(number => other.includes(number));
  const chosen = new Set(both.length > 0 ? both : other.length > 0 ? other : own);
  addInformative(asked, chosen, [...own, ...other]);
  for (const detail of lackingDetails(asked, chosen)) {
    const line = lineThatSays(detail, asked, [...chosen]);
    if (line !== undefined) chosen.add(line);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Adds sentences with a detail of the answer that the chosen ones lack, those with the most details first. */
function addInformative(asked: Answered, chosen: Set<number>, others: readonly number[]): void {
  for (;;) {
    let fewest = lackingDetails(asked, chosen).length;
    let next: number | undefined;
    for (const number of fewest === 0 ? [] : others) {
      const left = lackingDetails(asked, [...chosen, number]).length;
      if (left < fewest) [next, fewest] = [number, left];
    }
    if (next === undefined) return;
    chosen.add(next);
  }
}

/** The only sentence that states the detail or, of several, the nearest above a chosen one, like a heading. */
function lineThatSays(
  detail: Detail,
  { sentences, language }: Answered,
  chosen: readonly number[],
): number | undefined {
  const saying = sentences
    .filter(({ text }) => saysDetail(text, detail, language))
    .map(({ number }) => number);
  if (saying.length === 1) return saying[0];
  const above = saying.flatMap(number =>
    chosen
      .filter(below => below > number && below - number <= farthestHead)
      .map(below => ({ number, distance: below - number })),
  );
  return above.sort((a, b) => a.distance - b.distance)[0]?.number;
}
