// Measures how varied the questions are: the number of wordings left when names, numbers and dates are masked.

import type { ItemRow } from "../../schemas/items/records.ts";
import { hasGivenAnswer } from "../../schemas/items/item-types.ts";
import { countOf, sortByFrequency } from "../engine/grouping.ts";
import type { RunData } from "./run-data.ts";

const monthNamePattern =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
const numberPattern = /\d+(?:[.,:/-]\d+)*|[〇零一二两三四五六七八九十百千万亿]{2,}/g;

/** A question with each name and number replaced by one symbol. */
export function maskQuestion(question: string, names: readonly string[]): string {
  const namesByLength = [...new Set(names)]
    .filter(name => name.length > 1)
    .sort((a, b) => b.length - a.length);
  const withNamesMasked = namesByLength.reduce(
    (text, name) => text.replaceAll(name, "◇"),
    question,
  );
  return withNamesMasked
    .replace(monthNamePattern, "#")
    .replace(numberPattern, "#")
    .replace(/(?:#\s?[年月日]?\s?,?\s?)+/g, "# ")
    .replace(/\s+/g, " ")
    .trim();
}

export interface Wordings {
  readonly questions: number;
  readonly distinct: number;
  /** The three most frequent wordings, with their counts. */
  readonly mostFrequent: readonly (readonly [string, number])[];
}

/** Counts the wordings of questions only: an event, an opening or a text with errors is quoted, not phrased. */
export function countWordings(items: readonly ItemRow[], names: RunData["names"]): Wordings {
  const questionItems = items.filter(({ type }) => !hasGivenAnswer(type));
  const namesIn = (ids: readonly string[]) => ids.flatMap(id => names.get(id) ?? []);
  const counts = countOf(
    questionItems.map(({ question, documentIds }) => maskQuestion(question, namesIn(documentIds))),
  );
  return {
    questions: questionItems.length,
    distinct: counts.size,
    mostFrequent: sortByFrequency(counts).slice(0, 3),
  };
}
