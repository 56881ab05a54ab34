// Which questions repeat one another: those that read alike, are put to the same documents and get the same answer.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";

export interface Repeatable {
  readonly question: string;
  readonly answer: string;
  readonly documentIds: readonly string[];
  readonly language: Language;
  /** The higher, the rather it stays; null by construction: what reads alike then differs by its facts. */
  readonly mark: number | null;
}

/**
 * Of the words of two questions the share beyond which they may be one (those of one document share a third at most), and
 * of the shorter answer what the other one then says too: "the revenue of 2020" and "of 2021" are different questions.
 */
const alike = { questions: 0.6, answers: 0.3 };

interface EarlierQuestion {
  readonly place: number;
  readonly folded: string;
  readonly asked: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
}

/**
 * The places of questions that repeat a better one, or an earlier one of the same mark, each with the place of that
 * one. Alike in different documents they are different questions, unless they are the same to the letter.
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
    asked > alike.questions * (a.asked.size + b.asked.size - asked) &&
    answered >= alike.answers * Math.min(a.answered.size, b.answered.size)
  );
}

const countShared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter(word => b.has(word)).length;
