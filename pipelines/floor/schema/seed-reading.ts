// What the seeds of a scenario show: their headings in order, their labelled elements, and the sentences between.

import { splitSentences } from "../../text/sentences.ts";
import { findValues, type Value } from "../../text/values.ts";
import { collectEntries, type Entry } from "../facts/labelled-entries.ts";
import { readLine } from "../facts/labelled-lines.ts";
import { labelKey } from "../facts/line-labels.ts";

type Language = "zh" | "en";

interface Heading {
  readonly title: string;
  readonly key: string;
  /** Where it stands, 0 at the top and 1 at the end of its seed. */
  readonly place: number;
}

export interface RunningSentence {
  readonly text: string;
  readonly values: readonly Value[];
  /** Keys of the headings it stands under, nearest first. */
  readonly under: readonly string[];
  readonly place: number;
}

export interface SeedReading {
  readonly text: string;
  readonly entries: readonly Entry[];
  readonly headings: readonly Heading[];
  readonly sentences: readonly RunningSentence[];
}

const headingOf = (line: string, next: string | undefined): { title: string; level: number } | undefined => {
  const read = readLine(line);
  if (read.kind === "heading") return { title: read.title, level: read.level };
  // A label that stands alone over further labels is a heading too: "Basic information:".
  const alone = read.kind === "pairs" && read.pairs.length === 1 && read.pairs[0]?.value === "" ? read.pairs[0] : undefined;
  const below = next === undefined ? undefined : readLine(next);
  const overPairs = below?.kind === "pairs" && below.pairs[0]?.value !== "";
  return alone !== undefined && overPairs ? { title: alone.label, level: 9 } : undefined;
};

const isProse = (line: string): boolean => readLine(line).kind === "text" && /[.。！？!?]["”’）)]?\s*$/.test(line);

/** One seed as headings, labelled elements and running sentences. */
export const readSeed = (text: string, language: Language): SeedReading => {
  const lines = text.split("\n").filter(line => line.trim() !== "");
  const headings: Heading[] = [];
  const sentences: RunningSentence[] = [];
  const stack: { key: string; level: number }[] = [];
  lines.forEach((line, index) => {
    const place = index / lines.length;
    const heading = headingOf(line, lines[index + 1]);
    if (heading !== undefined) {
      while ((stack.at(-1)?.level ?? 0) >= heading.level) stack.pop();
      const key = labelKey(heading.title);
      stack.push({ key, level: heading.level });
      headings.push({ title: heading.title, key, place });
    } else if (isProse(line)) {
      const under = stack.map(open => open.key).reverse();
      for (const sentence of splitSentences(line, language)) sentences.push({ text: sentence.text, values: findValues(sentence.text, language), under, place });
    }
  });
  return { text, entries: collectEntries(lines.map((line, index) => ({ number: index + 1, text: line }))), headings, sentences };
};

/** A label as a noun in a sentence: "DATE OF OCCURRENCE" → "date of occurrence"; "ID number" keeps its capitals. */
export const asNoun = (label: string): string => {
  if (!/[a-z]/.test(label)) return label.toLowerCase();
  return label
    .split(" ")
    .map(word => (/^[A-Z][a-z'’-]*$/.test(word) ? word.toLowerCase() : word))
    .join(" ");
};

/** How many seeds must show an element: two, or one where there are no more than two. */
export const supportNeeded = (seeds: number): number => (seeds <= 2 ? 1 : 2);

export const mostCommon = <T>(items: readonly T[]): T | undefined => {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
};
