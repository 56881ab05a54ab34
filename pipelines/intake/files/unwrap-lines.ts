// Joins lines broken at a fixed width: later stages take the end of a line for the end of a sentence.

import { blankCode } from "../../text/code-blocks.ts";
import { appendLine, type Words, wordsOf } from "./line-joins.ts";

/** Widths at which programs and people break lines, in columns (a Han character takes two), and the minimum number of breaks that proves such a width. */
const widths = { min: 60, max: 160 };
const minBreaks = 8;
/** How many lines before and after a line are used to estimate its paragraph's width. */
const neighbourCount = 4;

const wideCharacter =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;
/** Width of a line in columns. */
export const widthOf = (line: string): number =>
  line.length > widths.max ? line.length : line.length + (line.match(wideCharacter)?.length ?? 0);

const sentenceEnd = /[.!?:;。！？：；…|"”』」]$/;
/** The beginning of a list item, a heading, a table row, a quotation or an indented text. */
const blockStart =
  /^(?:\s{4}|\t|\u3000|\s*(?:[-+*•·>|#=<]|\d+[.)、]|[（(][\d一二三四五六七八九十]+[)）]|[一二三四五六七八九十]+、))/;
/** A line drawn under a heading, or between parts. */
const ruleLine = /^\s*([-=~^"'`*+#.:_])\1{2,}\s*$/;
const isHan = (character: string | undefined) =>
  character !== undefined && /[\p{Script=Han}，、]/u.test(character);

interface Line {
  readonly text: string;
  readonly width: number;
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
/** Minimum indentation that has a meaning, in spaces, unless most of the text is indented. */
const minIndent = 4;

/** Whether most of the text is indented, as in a manual page, where only headings begin at the margin. */
const isMostlyIndented = (lines: readonly Line[]): boolean => {
  const textLines = lines.filter(({ text }) => text !== "");
  return textLines.filter(({ text }) => indentOf(text) >= minIndent).length * 2 > textLines.length;
};

/** Whether the next line continues below the text after a label (hanging indent): "1.  Open the sluice", "-v  tells more". */
function isHangingIndent(line: string, next: string): boolean {
  const indent = indentOf(next);
  return indent > indentOf(line) && /\s\S/.test(line.slice(indent - 1, indent + 1));
}

/** The next line without the indentation that it shares with the line above, or without any under a hanging indent. */
function stripIndent(line: string, next: string): string {
  return isHangingIndent(line, next)
    ? next.trimStart()
    : next.slice(Math.min(indentOf(line), indentOf(next)));
}

/** Whether the line ends within an address that continues on the next one. */
const isInAddress = (line: string, next: string): boolean =>
  (/:\/\/\S+$/.test(line) && /^[^\s/:]*\/(?!\/)/.test(next)) ||
  (/\([^\s()]*:\/\/[^\s()]+$/.test(line) && /^[^\s()]*\)/.test(next));

/** The third largest width: one or two lines may be longer than the rest, such as an address or a line of the next paragraph. */
const widthNear = (lines: readonly Line[]): number =>
  lines.map(({ width }) => width).sort((a, b) => b - a)[Math.min(2, lines.length - 1)] ?? 0;

/** Whether the line was broken because the next line's first word did not fit. In an indented text all lines have one width, `fullWidth`. */
function isBroken(lines: readonly Line[], index: number, fullWidth: number | undefined): boolean {
  const [line, next] = [lines[index], lines[index + 1]];
  if (
    !line ||
    !next ||
    line.text === "" ||
    next.text === "" ||
    sentenceEnd.test(line.text) ||
    ruleLine.test(next.text) ||
    /^\s*#/.test(line.text) ||
    (!isInAddress(line.text, next.text) &&
      blockStart.test(fullWidth === undefined ? next.text : stripIndent(line.text, next.text)))
  )
    return false;
  const width =
    fullWidth ??
    widthNear(lines.slice(Math.max(0, index - neighbourCount), index + neighbourCount + 1));
  if (width < widths.min || width > widths.max) return false;
  if (isHan(next.text[0])) return line.width + 3 >= width;
  return line.width + 1 + (/\S+/.exec(next.text)?.[0].length ?? 0) > width * 0.95;
}

/** Continued prose starts in lower case, unlike lists of titles; Han characters have no case, so there most lines must be full. */
function isWrapped(lines: readonly Line[], brokenIndexes: readonly number[]): boolean {
  if (brokenIndexes.length < minBreaks) return false;
  const nextCharacters = brokenIndexes.map(index => lines[index + 1]?.text.trimStart()[0] ?? "");
  const hanCount = nextCharacters.filter(isHan).length;
  if (hanCount * 2 < nextCharacters.length)
    return (
      nextCharacters.filter(character => /\p{Ll}/u.test(character)).length * 2 >=
      nextCharacters.length
    );
  const unfinishedLines = lines.filter(
    ({ text }, index) =>
      text !== "" && !sentenceEnd.test(text) && (lines[index + 1]?.text ?? "") !== "",
  );
  return brokenIndexes.length * 10 >= unfinishedLines.length * 7;
}

/** Two lines joined into one; the first may end in part of a word. */
const joinLines = (line: string, next: string, words: Words): string => {
  if (isInAddress(line, next)) return line + next;
  if (/[-‐]$/.test(line)) return appendLine(line, next, words);
  return isHan(line.at(-1)) && isHan(next[0]) ? line + next : `${line} ${next}`;
};

/** A text broken at a fixed width with the lines of each paragraph joined; any other text unchanged. */
export function unwrapLines(text: string): string {
  const sourceLines = text.split("\n").map(line => line.trimEnd());
  // Code does not count toward the width and keeps its lines.
  const lines = blankCode(text)
    .split("\n")
    .map(line => ({ text: line.trimEnd(), width: widthOf(line.trimEnd()) }));
  // Manuals are set to one width, whatever the neighboring lines.
  const fullWidth = isMostlyIndented(lines) ? widthNear(lines) : undefined;
  const brokenIndexes = lines.flatMap((_, index) =>
    isBroken(lines, index, fullWidth) ? [index] : [],
  );
  if (!isWrapped(lines, brokenIndexes)) return text;
  const breaks = new Set(brokenIndexes);
  const words = wordsOf(lines.map(line => line.text));
  const joinedLines: string[] = [];
  lines.forEach((line, index) => {
    const previous = joinedLines.at(-1);
    if (previous === undefined || !breaks.has(index - 1))
      joinedLines.push(sourceLines[index] ?? "");
    else joinedLines[joinedLines.length - 1] = joinLines(previous, line.text.trimStart(), words);
  });
  return joinedLines.join("\n");
}
