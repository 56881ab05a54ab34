// Which sentences an answer rests on: what both readers took, and of what one alone took the sentences it needs.

import type { Derivation } from "../../schemas/items/derivation.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { type Detail, headsOf, isCount, missingDetails, saysDetail } from "./details.ts";

interface NumberedText {
  readonly number: number;
  /** Its document's name and day. */
  readonly document: string;
  readonly text: string;
}

/** A question, its answer, and the material it was asked on. */
export interface Answered {
  readonly language: Language;
  readonly question: string;
  readonly answer: string;
  readonly derivations: readonly Derivation[];
  readonly sentences: readonly NumberedText[];
}

/** A sentence that only one of two readers took stays for so many words of the answer that no other one says. */
const fewestWords = 2;
/** Of the words of a sentence that the blind reader needed, the share that makes the answer a retelling of it. */
const repeatedByAnswer = 1 / 3;
/** How far above a sentence the line may stand that says its day or section. */
const farthestHead = 10;

export const textsAt = ({ sentences }: Answered, numbers: Iterable<number>): string[] => {
  const wanted = new Set(numbers);
  return sentences.filter(({ number }) => wanted.has(number)).map(({ text }) => text);
};

/** Details of the answer that neither these sentences nor the question say; counts are left out. */
export function lackingDetails(asked: Answered, numbers: Iterable<number>): Detail[] {
  const { answer, question, sentences, language, derivations } = asked;
  const sources = [...textsAt(asked, numbers), ...headsOf(sentences), question];
  return missingDetails(answer, sources, language, derivations).filter(
    ({ kind, text }) => kind !== "value" || !isCount(text),
  );
}

/**
 * The numbers of the sentences that the answer needs: those that both readers named, those of either that hold a detail
 * or several words of the answer that the others lack, and lines that hold a detail neither reader's sentences do.
 */
export function chooseEvidence(
  asked: Answered,
  own: readonly number[],
  other: readonly number[],
): number[] {
  const both = own.filter(number => other.includes(number));
  const chosen = new Set(both.length > 0 ? both : other.length > 0 ? other : own);
  const rest = () => [...own, ...other].filter(number => !chosen.has(number));
  for (;;) {
    const next = mostTelling(asked, chosen, rest());
    if (next === undefined) break;
    chosen.add(next);
  }
  addByWords(asked, chosen, rest(), other);
  for (const detail of lackingDetails(asked, chosen)) {
    const line = lineThatSays(detail, asked, [...chosen]);
    if (line !== undefined) chosen.add(line);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** The sentence with most details that are lacking. */
function mostTelling(
  asked: Answered,
  chosen: ReadonlySet<number>,
  rest: readonly number[],
): number | undefined {
  let fewest = lackingDetails(asked, chosen).length;
  let best: number | undefined;
  for (const number of fewest === 0 ? [] : rest) {
    const left = lackingDetails(asked, [...chosen, number]).length;
    if (left < fewest) [best, fewest] = [number, left];
  }
  return best;
}

/** Of the answer's own proposer a sentence must add something; what the blind reader needed and the answer repeats stays. */
function addByWords(
  asked: Answered,
  chosen: Set<number>,
  rest: readonly number[],
  other: readonly number[],
): void {
  const wordsOf = (text: string) => contentWords(text, asked.language);
  const answer = new Set(wordsOf(asked.answer));
  const said = new Set([asked.question, ...textsAt(asked, chosen)].flatMap(wordsOf));
  const open = new Set([...answer].filter(word => !said.has(word)));
  for (const number of rest) {
    const words = [...new Set(textsAt(asked, [number]).flatMap(wordsOf))];
    const adds = words.filter(word => open.has(word));
    const repeated = words.filter(word => answer.has(word)).length / Math.max(1, words.length);
    const isNeeded = other.includes(number)
      ? adds.length >= 1 || repeated >= repeatedByAnswer
      : adds.length >= fewestWords;
    if (!isNeeded) continue;
    chosen.add(number);
    for (const word of adds) open.delete(word);
  }
}

/** The one sentence of the material that says it; of several, the nearest above a chosen one, as a heading is. */
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
