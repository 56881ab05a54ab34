// Finds questions that repeat one another: similar words, the same documents and the same answer.

import type { Language } from "../../schemas/items/item-types.ts";
import { contentWords } from "../text/content-words.ts";
import { fold } from "../text/fold.ts";

/** A question that may repeat another. */
export interface ComparableQuestion {
  readonly question: string;
  readonly answer: string;
  readonly documentIds: readonly string[];
  readonly language: Language;
  /** Decides which of two repeats to keep: the one with the higher mark. Null for constructed questions, which may differ only in facts. */
  readonly mark: number | null;
}

/**
 * Minimum shares of words in common for two questions that may repeat each other (questions about one document
 * share a third at most) and for answers that agree: "the revenue of 2020" and "of 2021" are different questions.
 */
const minShared = { questions: 0.6, answers: 0.3 };

interface EarlierQuestion {
  readonly index: number;
  readonly foldedQuestion: string;
  readonly questionWords: ReadonlySet<string>;
  readonly answerWords: ReadonlySet<string>;
}

/**
 * Maps the index of each question that repeats a better one, or an earlier one with the same mark, to the index of
 * that one. Similar questions about different documents are not repeats, unless they are literally the same.
 */
export function repeatedQuestions(questions: readonly ComparableQuestion[]): Map<number, number> {
  const keptIndexByRepeat = new Map<number, number>();
  const questionsByText = new Map<string, EarlierQuestion>();
  const questionsByDocument = new Map<string, EarlierQuestion[]>();
  const bestFirst = [...questions.entries()].sort(
    ([a, x], [b, y]) => (y.mark ?? 0) - (x.mark ?? 0) || a - b,
  );
  for (const [index, { question, answer, documentIds, language, mark }] of bestFirst) {
    const wordsOf = (text: string) => new Set(contentWords(text, language));
    const entry = {
      index,
      foldedQuestion: fold(question),
      questionWords: wordsOf(question),
      answerWords: wordsOf(answer),
    };
    const candidates =
      mark === null ? [] : documentIds.flatMap(id => questionsByDocument.get(id) ?? []);
    const keptQuestion =
      questionsByText.get(entry.foldedQuestion) ?? candidates.find(each => isRepeat(each, entry));
    if (keptQuestion !== undefined) {
      keptIndexByRepeat.set(index, keptQuestion.index);
      continue;
    }
    questionsByText.set(entry.foldedQuestion, entry);
    for (const id of documentIds)
      questionsByDocument.set(id, [...(questionsByDocument.get(id) ?? []), entry]);
  }
  return keptIndexByRepeat;
}

function isRepeat(a: EarlierQuestion, b: EarlierQuestion): boolean {
  const sharedInQuestions = countShared(a.questionWords, b.questionWords);
  const sharedInAnswers = countShared(a.answerWords, b.answerWords);
  return (
    sharedInQuestions >
      minShared.questions * (a.questionWords.size + b.questionWords.size - sharedInQuestions) &&
    sharedInAnswers >= minShared.answers * Math.min(a.answerWords.size, b.answerWords.size)
  );
}

const countShared = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter(word => b.has(word)).length;
