// Splits a text into sentences with offsets; a line end ends a sentence, except between a label and its value below, and within code.

import { codeBlocks, codePieces } from "./code-blocks.ts";
import { languageOf } from "./language.ts";

/** A span of the source in UTF-16 offsets: `text === source.slice(start, end)`, trimmed, never empty. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Sentence ends with their closing marks: a closing quotation mark belongs to the sentence, unless the sentence continues after it. A mark
 * that is mentioned (「!」) ends nothing, and a half-width one after Latin letters is code ("unwrap! 之类") unless the line ends. A half-width
 * full stop ends a sentence after Han characters, but not after a number ("十五. 总则").
 */
const chineseEnd =
  /(?<![。！？…!?「『“‘（([{`])(?:(?:[。！？…]|(?<=\p{Script=Han}{4})\.(?=\s+\S)|(?:(?<![A-Za-z\d_)\]}`.])|(?=[!?]+["'”’」』）)]*(?:\s*$|\s+["'“‘]?\p{Lu})))[!?](?![\p{Script=Latin}\p{N}[({<=_]))[」』”’）)】》〉"']*){1,200}(?![。！？…」』”’）)】》〉"'，、；：,;])/gu;
/** After a mark without a space, the same word continues: `debug_assert!(on)`, `#![no_std]`, "/search?q=3". */
const englishEnd = /(?<![.!?\s])(?:[.!?]+["'”’)\]*_`]*(?=\s)|[。！？]+["'”’」』]*)\s*/gu;
/** Maximum length of a line that is one sentence because it has a label and its value; longer ones are running text with a label. */
const maxLabelledLine = { zh: 60, en: 160 };
/** Not the colons of "10:30", `Grid::insert` or "https://". */
const label =
  /^[\s\p{P}]*[\p{L}\p{N}][^:：。.!?！？\n]{0,40}(?:：|(?<=\p{Script=Han}):|:(?=[*_]*(?:\s|$|\p{Script=Han})))(?!\s*[“"「『])/u;

/** Brackets after the last full stop of a line, such as a note's number: "(required)[4]". */
const trailingBrackets =
  /(?<=[.!?。！？]["'”’」』]*)\s*(?:[([（【][^()[\]（）【】.!?。！？]{1,20}[)\]）】]\s*){1,4}$/u;

/** A line. A label without a value is joined with the line below if that is its only value: neither means anything without the other. */
const linePattern =
  /(?:^[^\n\r:：。.!?！？|]{1,41}[:：][*_]*[ \t]*\r?\n(?![\s#|>•·`*+-]|\d{1,3}[.)、]|[^\n\r]{0,41}[:：])(?=[^\n\r]+$(?:\r?\n(?:[ \t]*[\n\r]|[^\n\r]{0,41}[:：])|\s*(?![^]))))?[^\n\r\u2028\u2029]+/gmu;

/**
 * All sentences in order, or those of a span of the text. Table rows, "label: value" lines of usual length and code
 * blocks are one sentence each; long blocks are split into pieces.
 */
export function splitSentences(
  text: string,
  language: "zh" | "en",
  { start, end }: Pick<Sentence, "start" | "end"> = { start: 0, end: text.length },
): Sentence[] {
  const sentences: Sentence[] = [];
  const push = (from: number, to: number) => {
    const piece = text.slice(from, to);
    const sentence = piece.trim();
    const sentenceStart = from + piece.indexOf(sentence);
    if (sentence !== "")
      sentences.push({
        start: sentenceStart,
        end: sentenceStart + sentence.length,
        text: sentence,
      });
  };
  const pushLines = (from: number, to: number) => {
    for (const { 0: line, index } of text.slice(from, to).matchAll(linePattern)) {
      const ends = [...endsIn(line, language), line.length].map(lineEnd => from + index + lineEnd);
      ends.forEach((lineEnd, order) => push(ends[order - 1] ?? from + index, lineEnd));
    }
  };
  let from = start;
  for (const block of codeBlocks(text)) {
    if (block.end <= start || block.start >= end) continue;
    pushLines(from, block.start);
    for (const piece of codePieces(text.slice(block.start, block.end)))
      push(Math.max(start, block.start + piece.start), Math.min(end, block.start + piece.end));
    from = block.end;
  }
  pushLines(from, end);
  return sentences;
}

/** Whether a line is a label with its value, or the cells of a row. */
const isOneUnit = (line: string): boolean => label.test(line) || line.includes(" | ");

/** Where sentences end within a line. */
function endsIn(line: string, language: "zh" | "en"): number[] {
  if (/^\s*\|/.test(line) || (line.length <= maxLabelledLine[language] && isOneUnit(line)))
    return [];
  // A line in the other language follows its own rules: an English line in a Chinese document, and vice versa.
  const isChinese =
    (language === "zh" && /\p{Script=Han}/u.test(line)) || languageOf(line) === "zh";
  const ends: number[] = [];
  const remarksStart = line.search(trailingBrackets);
  for (const mark of line.matchAll(isChinese ? chineseEnd : englishEnd)) {
    const end = mark.index + mark[0].length;
    if (remarksStart >= 0 && end >= remarksStart) break;
    if (isChinese || !isContinued(line.slice(ends.at(-1) ?? 0, end), line.slice(end)))
      ends.push(end);
  }
  return ends;
}

// English full stops after which a sentence continues: those of an abbreviation, an initial, a number, a piece of code.

/** An abbreviation that is always followed by more of the same sentence. */
const title =
  /(?<=^|[\s(["'“‘*_])(?:Dr|Mr|Mrs|Ms|Prof|Hon|Rev|St|Gen|Col|Capt|Lt|Sgt|Messrs|vs|v|e\.g|i\.e|cf|approx|ca|al|viz)\.$/i;
/** An abbreviation that is followed by more of the sentence only before a number or numeral: "No. 12", "Art. 5", "Fig. 3". */
const numberPrefix =
  /(?<=^|[\s(["'“‘*_])(?:Nos?|Art|Arts|Figs?|Secs?|Sect|Vol|Ch|Chap|Para|Eq|Ref|Tab|pp?|Ex)\.$/i;
/** An abbreviation that may end a sentence: it does if the next words open one. */
const ambiguous =
  /(?<=^|[\s(["'“‘*_])(?:Inc|Ltd|Corp|Co|Bros|LLC|LLP|PLC|Jr|Sr|Esq|Ph\.D|M\.D|B\.A|M\.A|U\.S\.A|U\.S|U\.K|U\.N|E\.U|D\.C|a\.m|p\.m|etc|Dept|Univ|Ave|Blvd|Rd|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$/i;
/** One capital letter: an initial in a name, unless a sentence opens after it ("vitamin C. The patient"). */
const initial = /(?<=^|[\s(["'“‘*_.])\p{Lu}\.$/u;
/** The marker of a list entry, by itself or after a label, or the number of a heading: "3.2.1." */
const marker = /(?:^|[:;]\s)[\s(*#>-]*(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivxIVX]{1,4}|[a-zA-Z])\.$/;
/** The number of a caption or heading: "Fig. 5.", "Item 1A.", "Section 3.2." */
const numbered =
  /^[\s\p{P}]*(?:Fig|Figure|Tab|Table|Box|Item|Section|Sec|Chapter|Part|Step|Note|Appendix|Article|Art|Rule|Plate|Scheme|Exhibit)\.?\s+(?:\d{1,3}[A-Za-z]?|[A-Z]|[IVX]{1,4})(?:\.\d{1,3}){0,3}\.$/iu;
/** Possibly a short abbreviation before a number: "cl. 3", "ver. 2". */
const shortWord = /(?<=^|[\s(["'“‘*_])\p{L}\p{Ll}{0,2}\.$/u;
/** Words that open a sentence far more often than they continue one. */
const opener =
  /^["'“‘(*\s]*(?:The|This|That|These|Those|There|It|Its|He|She|They|We|You|I|His|Her|Their|Our|In|On|At|As|An?|For|From|By|After|Before|During|When|While|If|However|Although|Though|Moreover|Furthermore|Additionally|Also|But|And|So|Then|Thus|Therefore|Meanwhile|Finally|Since|Upon|Under|With|To|No|Not|All|Both|Each|Such|Some|Following|According|Despite)\b(?!\.)/;

/** Whether a sentence continues after a mark that seems to end it, judging by the rest of the line. */
function isContinued(sentence: string, rest: string): boolean {
  const tail = sentence.slice(-60).replace(/[\s*_]+$/, "");
  if (/^\p{P}{0,9}\p{Ll}|^[,;:–—-]/u.test(rest) || title.test(tail) || marker.test(tail))
    return true;
  if (numbered.test(sentence.trimEnd())) return true;
  // A section number belongs to the law before it: "11 U.S.C. § 503".
  if (rest.startsWith("§")) return true;
  if (numberPrefix.test(tail) && /^(?:[IVXLC]+\b|[#(]|\S*\d)/.test(rest)) return true;
  if (ambiguous.test(tail)) return !opener.test(rest);
  if (/^\d/.test(rest)) return shortWord.test(tail);
  return initial.test(tail) && /^\p{Lu}/u.test(rest) && !opener.test(rest);
}
