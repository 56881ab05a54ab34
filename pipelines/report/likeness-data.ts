// Measures the length, layout and vocabulary of generated documents and of the seeds of their domain.

import { documents } from "../../schemas/items/documents.ts";
import { type SeedRow, seeds, sortedSeeds } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { mean } from "./mean.ts";
import { groupNameOf } from "./names.ts";

interface Style {
  /** Mean number of characters (UTF-16 units) per text. */
  readonly characters: number;
  /** Share of lines that are list items, labeled lines or headings. */
  readonly layout: number;
  /** Distinct words per 1,000 consecutive words of all texts joined end to end; null if there are fewer words than that. */
  readonly vocabulary: number | null;
}

/** The styles of the seeds and of the documents of one domain in one language. */
export interface Likeness {
  readonly group: string;
  readonly seedStyle: Style;
  readonly documentStyle: Style;
}

interface Text {
  readonly language: "zh" | "en";
  readonly text: string;
}

const windowWords = 1000;
/** Maximum number of windows whose words are counted. */
const maxWindows = 20;

const listItem =
  /^(?:[-*•·]\s|\d{1,2}(?:[.)](?!\d)|、)|[（(][一二三四五六七八九十\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}、|\|)/;
const labeledLine = /^[^:：。，,.;；]{1,40}[:：]\s*\S/;
/** A line marked as a heading, or a short line that does not end a sentence. */
const headingLine = /^(?:#{1,6}\s|.{1,60}(?<![。！？.!?;；:：,，、])$)/u;

const isFormatted = (line: string): boolean =>
  listItem.test(line) || labeledLine.test(line) || headingLine.test(line);

function vocabularyOf(texts: readonly Text[]): number | null {
  const words: string[] = [];
  for (const { text, language } of texts) {
    if (words.length >= windowWords * maxWindows) break;
    const segments = new Intl.Segmenter(language, { granularity: "word" }).segment(text);
    for (const { segment, isWordLike } of segments)
      if (isWordLike) words.push(segment.toLowerCase());
  }
  const windowCount = Math.min(maxWindows, Math.floor(words.length / windowWords));
  const distinctCounts = Array.from(
    { length: windowCount },
    (_, index) => new Set(words.slice(index * windowWords, (index + 1) * windowWords)).size,
  );
  return windowCount === 0 ? null : mean(distinctCounts);
}

/** The style of these texts; there must be at least one. */
export function styleOf(texts: readonly Text[]): Style {
  const lines = texts.flatMap(({ text }) =>
    text.split("\n").flatMap(line => (line.trim() === "" ? [] : [line.trim()])),
  );
  return {
    characters: mean(texts.map(({ text }) => text.length)),
    layout: lines.filter(isFormatted).length / Math.max(1, lines.length),
    vocabulary: vocabularyOf(texts),
  };
}

/** The seeds of a run, sorted into kinds by a stage if the user had not done so. */
export const seedsOf = (run: OpenRun): SeedRow[] => [
  ...run.rows(run.stages.some(({ writes }) => writes === sortedSeeds.name) ? sortedSeeds : seeds),
];

/** One per domain and language that has both seeds and documents written from them. */
export function readLikeness(run: OpenRun): Likeness[] {
  const seedsByGroup = groupBy(seedsOf(run), groupNameOf);
  if (seedsByGroup.size === 0) return [];
  const documentsByGroup = groupBy(
    [...run.rows(documents)].filter(({ kind }) => kind === "generated"),
    groupNameOf,
  );
  return [...seedsByGroup].flatMap(([group, texts]) => {
    const groupDocuments = documentsByGroup.get(group) ?? [];
    return groupDocuments.length === 0
      ? []
      : [{ group, seedStyle: styleOf(texts), documentStyle: styleOf(groupDocuments) }];
  });
}
