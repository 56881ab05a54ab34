// How varied the questions are: names, numbers and dates masked, how many wordings are left.

import type { ItemRow } from "../../schemas/items/records.ts";
import { hasGivenAnswer } from "../../schemas/items/item-types.ts";
import { countOf, mostFirst } from "../engine/grouping.ts";
import type { RunData } from "./run-data.ts";

const months =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g;
const numbers = /\d+(?:[.,:/-]\d+)*|[〇零一二两三四五六七八九十百千万亿]{2,}/g;

/** A question with every name and number as one sign each. */
export function maskQuestion(question: string, names: readonly string[]): string {
  const longestFirst = [...new Set(names)]
    .filter(name => name.length > 1)
    .sort((a, b) => b.length - a.length);
  const unnamed = longestFirst.reduce((text, name) => text.replaceAll(name, "◇"), question);
  return unnamed
    .replace(months, "#")
    .replace(numbers, "#")
    .replace(/(?:#\s?[年月日]?\s?,?\s?)+/g, "# ")
    .replace(/\s+/g, " ")
    .trim();
}

export interface Wordings {
  readonly questions: number;
  readonly distinct: number;
  /** The most used, with their counts. */
  readonly most: readonly (readonly [string, number])[];
}

/** Of questions alone: an event, a beginning and a text with errors are nobody's wording. */
export function countWordings(items: readonly ItemRow[], names: RunData["names"]): Wordings {
  const asked = items.filter(({ type }) => !hasGivenAnswer(type));
  const namesIn = (ids: readonly string[]) => ids.flatMap(id => names.get(id) ?? []);
  const counts = countOf(
    asked.map(({ question, documentIds }) => maskQuestion(question, namesIn(documentIds))),
  );
  return { questions: asked.length, distinct: counts.size, most: mostFirst(counts).slice(0, 3) };
}
