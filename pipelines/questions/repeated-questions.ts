// Finds questions that repeat one another: similar words, the same documents and the same answer.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";

export interface Repeatable {
  readonly question: string;
  readonly answer: string;
  readonly documentIds: readonly string[];
  readonly language: Language;
  /** Of two repeats, the one with the higher mark stays; null for constructed questions, which differ in their facts even if they read minShared. */
  readonly mark: number | null;
}

/**
 * Shares of common words from which two questions may repeat each other (questions on one document share a third at most)
 * and their answers agree: "the revenue of 2020" and "of 2021" are different questions.
 */
const minShared = { questions: 0.6, answers: 0.3 };

interface EarlierQuestion {
  readonly place: number;
  readonly folded: string;
  readonly asked: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
}

/**
 * Indices of questions that repeat a better one, or an earlier one of the same mark, each with the index of that one.
 * Similar questions on different documents are different, unless they are literally the same.
 */
export function repeatedQuestions(questions: readonly Repeatable[]): Map<number, number> {
  const repeated = new Map<number, number>();
  const texts = new Map<string, EarlierQuestion>();
  const byDocument = new Map<string, EarlierQuestion[]>();
  const bestFirst = [...questions.entries()].sort(
    ([a, x], [b, y]) => (y.mark ?? 0) - (x.mark ?? 0) || a - b,
  );
  for (const [place, { question, answer, documentIds, language, mark }] of bestFirst) {
    const wordsOf = (text: string) => new Set(contentWords(text, language));
    const own = {
      place,
      folded: fold(question),
      asked: wordsOf(question),
      answered: wordsOf(answer),
    };
    const near = mark === null ? [] : documentIds.flatMap(id => byDocument.get(id) ?? []);
    const same = texts.get(own.folded) ?? near.find(each => repeats(each, own));
    if (same !== undefined) {
      repeated.set(place, same.place);
      continue;
    }
    texts.set(own.folded, own);
    for (const id of documentIds) byDocument.set(id, [...(byDocument.get(id) ?? []), own]);
  }
  return repeated;
}

function repeats(a: EarlierQuestion, b: EarlierQuestion): boolean {
  const asked = countShared(a.asked, b.asked);
  const answered = countShared(a.answered, b.answered);
  return (
    asked > minShared.questions * (a.asked.size + b.asked.size - asked) &&
    answered >= minShared.answers * Math.min(a.answered.size, b.answered.size)
  );
}

const countShared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter(word => b.has(word)).length;
