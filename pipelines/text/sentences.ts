// Cuts a text into sentences with their places; a line end always ends a sentence.

import { languageOf } from "./language.ts";
import { endsInAbbreviation } from "./abbreviations.ts";

/** A stretch of the source in UTF-16 offsets: `text === source.slice(start, end)`, trimmed, never empty. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Chinese sentence ends with what closes after them: a quotation's end belongs to its sentence. */
const CHINESE_END = /(?:[。！？!?]|…)+[」』”’）)】》〉"']*/g;
/** A line that is a label and its value stays whole up to this many units; beyond, it is running text with a label. */
const LABELLED_LINE = { zh: 60, en: 160 };
const LABEL = /^[\s\p{P}]*[\p{L}\p{N}][^:：。.!?！？\n]{0,40}[:：](?!\s*[“"「『])/u;
/** The segmenter is given no more than this at once; no line of running text is longer. */
const LONGEST_LINE = 20_000;

/** All sentences in order. Table rows, and label: value lines of usual length, are one sentence each. */
export function splitSentences(text: string, language: "zh" | "en"): Sentence[] {
  const sentences: Sentence[] = [];
  for (const line of text.matchAll(/[^\n\r\u2028\u2029]+/g)) {
    for (const [from, to] of cutLine(line[0], language))
      push(sentences, text, line.index + from, line.index + to);
  }
  return sentences;
}

function cutLine(line: string, language: "zh" | "en"): [number, number][] {
  if (line.trim() === "") return [];
  const whole = /^\s*\|/.test(line) || (line.length <= LABELLED_LINE[language] && LABEL.test(line));
  if (whole) return [[0, line.length]];
  // A line in the other language keeps its own rules: an English line in a Chinese document and the reverse.
  return languageOf(line) === "zh" || (language === "zh" && /\p{Script=Han}/u.test(line))
    ? cutChinese(line)
    : cutEnglish(line);
}

function cutChinese(line: string): [number, number][] {
  const cuts: [number, number][] = [];
  let from = 0;
  for (const end of line.matchAll(CHINESE_END)) {
    cuts.push([from, end.index + end[0].length]);
    from = end.index + end[0].length;
  }
  return [...cuts, [from, line.length]];
}

function cutEnglish(line: string): [number, number][] {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  const cuts: [number, number][] = [];
  for (let offset = 0; offset < line.length; offset += LONGEST_LINE) {
    for (const { index, segment } of segmenter.segment(line.slice(offset, offset + LONGEST_LINE))) {
      append(cuts, line, offset + index, offset + index + segment.length);
    }
  }
  return cuts;
}

// Joined to the sentence before when that one only seemed to end.
function append(cuts: [number, number][], line: string, from: number, to: number): void {
  const last = cuts.at(-1);
  if (last !== undefined && endsInAbbreviation(line.slice(last[0], last[1]), line.slice(from, to)))
    last[1] = to;
  else cuts.push([from, to]);
}

function push(sentences: Sentence[], source: string, from: number, to: number): void {
  const piece = source.slice(from, to);
  const text = piece.trim();
  if (text === "") return;
  const start = from + piece.indexOf(text);
  sentences.push({ start, end: start + text.length, text });
}
