// Cuts a text into sentences with their places; a line end ends a sentence, but for a label alone above its value, and within code.

import { codeBlocks, codePieces } from "./code-blocks.ts";
import { languageOf } from "./language.ts";
import { goesOn } from "./abbreviations.ts";

/** A stretch of the source in UTF-16 offsets: `text === source.slice(start, end)`, trimmed, never empty. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Ends with what closes after them: a quotation's end belongs to its sentence, unless the sentence goes on behind it. */
const CHINESE_END =
  /(?<![。！？…!?])(?:(?:[。！？…]|[!?](?![\p{Script=Latin}\p{N}[({<=_]))[」』”’）)】》〉"']*){1,200}(?![。！？…」』”’）)】》〉"'，、；：,;])/gu;
/** Behind a sign without a space the same word goes on: `debug_assert!(on)`, `#![no_std]`, "/search?q=3". */
const ENGLISH_END = /(?<![.!?\s])(?:[.!?]+["'”’)\]*_`]*(?=\s)|[。！？]+["'”’」』]*)\s*/gu;
/** A line that is a label and its value stays whole up to this many units; beyond, it is running text with a label. */
const LABELLED_LINE = { zh: 60, en: 160 };
/** Not the colons of "10:30", `Grid::insert` or "https://". */
const LABEL =
  /^[\s\p{P}]*[\p{L}\p{N}][^:：。.!?！？\n]{0,40}(?:：|(?<=\p{Script=Han}):|:(?=[*_]*(?:\s|$|\p{Script=Han})))(?!\s*[“"「『])/u;

/** A line. A label is one with the line below it, if that is all it is a label of: neither says anything without the other. */
const LINE =
  /(?:^[^\n\r:：。.!?！？|]{1,41}[:：][*_]*[ \t]*\r?\n(?![\s#|>•·`*+-]|\d{1,3}[.)、]|[^\n\r]{0,41}[:：])(?=[^\n\r]+$(?:\r?\n(?:[ \t]*[\n\r]|[^\n\r]{0,41}[:：])|\s*(?![^]))))?[^\n\r\u2028\u2029]+/gmu;

/**
 * All sentences in order, or those of a stretch of the text. Table rows, label: value lines of usual length and blocks of
 * code are one sentence each; of a long block, its pieces.
 */
export function splitSentences(
  text: string,
  language: "zh" | "en",
  { start, end }: Pick<Sentence, "start" | "end"> = { start: 0, end: text.length },
): Sentence[] {
  const sentences: Sentence[] = [];
  let from = start;
  for (const block of codeBlocks(text)) {
    if (block.end <= start || block.start >= end) continue;
    splitLines(sentences, text, { language, from, to: block.start });
    for (const piece of codePieces(text.slice(block.start, block.end)))
      push(
        sentences,
        text,
        Math.max(start, block.start + piece.start),
        Math.min(end, block.start + piece.end),
      );
    from = block.end;
  }
  splitLines(sentences, text, { language, from, to: end });
  return sentences;
}

interface Prose {
  readonly language: "zh" | "en";
  readonly from: number;
  readonly to: number;
}

function splitLines(sentences: Sentence[], text: string, { language, from, to }: Prose): void {
  for (const line of text.slice(from, to).matchAll(LINE)) {
    let start = from + line.index;
    for (const end of endsIn(line[0], language)) {
      push(sentences, text, start, from + line.index + end);
      start = from + line.index + end;
    }
    push(sentences, text, start, from + line.index + line[0].length);
  }
}

/** Where sentences end within a line. */
function endsIn(line: string, language: "zh" | "en"): number[] {
  if (/^\s*\|/.test(line) || (line.length <= LABELLED_LINE[language] && LABEL.test(line)))
    return [];
  // A line in the other language keeps its own rules: an English line in a Chinese document and the reverse.
  const isChinese =
    languageOf(line) === "zh" || (language === "zh" && /\p{Script=Han}/u.test(line));
  const ends: number[] = [];
  for (const sign of line.matchAll(isChinese ? CHINESE_END : ENGLISH_END)) {
    const end = sign.index + sign[0].length;
    if (isChinese || !goesOn(line.slice(ends.at(-1) ?? 0, end), line.slice(end))) ends.push(end);
  }
  return ends;
}

function push(sentences: Sentence[], source: string, from: number, to: number): void {
  const piece = source.slice(from, to);
  const text = piece.trim();
  if (text === "") return;
  const start = from + piece.indexOf(text);
  sentences.push({ start, end: start + text.length, text });
}
