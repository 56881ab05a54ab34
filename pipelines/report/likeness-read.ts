// Measures length, layout and vocabulary of generated documents, compared with the seeds of their domain.

import { documents } from "../../schemas/items/documents.ts";
import { type SeedRow, seeds, sortedSeeds } from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import type { OpenRun } from "../engine/open-run.ts";
import { groupOf } from "./names.ts";

interface Style {
  /** Mean number of characters (UTF-16 units) per text. */
  readonly characters: number;
  /** Share of lines that are list items, labelled or headings. */
  readonly layout: number;
  /** Distinct words per 1,000 consecutive words, texts joined end to end; null if there are fewer words. */
  readonly vocabulary: number | null;
}

/** The styles of one domain in one language. */
export interface Likeness {
  readonly group: string;
  readonly seeds: Style;
  readonly written: Style;
}

interface Text {
  readonly language: "zh" | "en";
  readonly text: string;
}

const WINDOW = 1000;
const WINDOWS = 20;

const LISTED =
  /^(?:[-*•·]\s|\d{1,2}(?:[.)](?!\d)|、)|[（(][一二三四五六七八九十\d]{1,3}[)）]|[一二三四五六七八九十]{1,3}、|\|)/;
const LABELLED = /^[^:：。，,.;；]{1,40}[:：]\s*\S/;
/** A line marked as a heading, or a short line that does not end a sentence. */
const HEADING = /^(?:#{1,6}\s|.{1,60}(?<![。！？.!?;；:：,，、])$)/u;

const isSet = (line: string): boolean =>
  LISTED.test(line) || LABELLED.test(line) || HEADING.test(line);

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

function vocabularyOf(texts: readonly Text[]): number | null {
  const words: string[] = [];
  for (const { text, language } of texts) {
    if (words.length >= WINDOW * WINDOWS) break;
    const cut = new Intl.Segmenter(language, { granularity: "word" }).segment(text);
    for (const { segment, isWordLike } of cut) if (isWordLike) words.push(segment.toLowerCase());
  }
  const whole = Math.min(WINDOWS, Math.floor(words.length / WINDOW));
  const distinct = Array.from(
    { length: whole },
    (_, at) => new Set(words.slice(at * WINDOW, (at + 1) * WINDOW)).size,
  );
  return whole === 0 ? null : mean(distinct);
}

/** The style of these texts; there must be at least one. */
export function styleOf(texts: readonly Text[]): Style {
  const lines = texts.flatMap(({ text }) =>
    text.split("\n").flatMap(line => (line.trim() === "" ? [] : [line.trim()])),
  );
  return {
    characters: mean(texts.map(({ text }) => text.length)),
    layout: lines.filter(isSet).length / Math.max(1, lines.length),
    vocabulary: vocabularyOf(texts),
  };
}

/** The seeds of a run, under the kinds found for them if nobody had sorted them. */
export const seedsOf = (run: OpenRun): SeedRow[] => [
  ...run.rows(run.stages.some(({ writes }) => writes === sortedSeeds.name) ? sortedSeeds : seeds),
];

/** One per domain and language that has both seeds and documents written from them. */
export function readLikeness(run: OpenRun): Likeness[] {
  const ofSeeds = groupBy(seedsOf(run), groupOf);
  if (ofSeeds.size === 0) return [];
  const written = groupBy(
    [...run.rows(documents)].filter(({ kind }) => kind === "generated"),
    groupOf,
  );
  return [...ofSeeds].flatMap(([group, texts]) => {
    const own = written.get(group) ?? [];
    return own.length === 0 ? [] : [{ group, seeds: styleOf(texts), written: styleOf(own) }];
  });
}
