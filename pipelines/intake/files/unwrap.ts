// Joins lines broken at a fixed width: for later stages a line end is the end of a sentence.

import { blankCode } from "../../text/code-blocks.ts";
import { continued, type Words, wordsOf } from "./line-joins.ts";

/** Widths at which programs and people break lines, in columns (a Han character takes two), and the number of breaks needed as proof. */
const widths = { least: 60, most: 160 };
const minBreaks = 8;
/** Lines before and after a line from which its paragraph's width is estimated. */
const around = 4;

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;
/** Width of a line in columns. */
export const widthOf = (line: string): number =>
  line.length > widths.most ? line.length : line.length + (line.match(wide)?.length ?? 0);

const ends = /[.!?:;。！？：；…|"”』」]$/;
/** The beginning of a list item, a heading, a table row, a quotation, an indented text. */
const begins =
  /^(?:\s{4}|\t|\u3000|\s*(?:[-+*•·>|#=<]|\d+[.)、]|[（(][\d一二三四五六七八九十]+[)）]|[一二三四五六七八九十]+、))/;
/** A line drawn under a heading, or between parts. */
const drawn = /^\s*([-=~^"'`*+#.:_])\1{2,}\s*$/;
const isHan = (sign: string | undefined) =>
  sign !== undefined && /[\p{Script=Han}，、]/u.test(sign);

interface Line {
  readonly text: string;
  readonly width: number;
}

const indentOf = (text: string): number => text.length - text.trimStart().length;
/** Spaces of indentation from which it has a meaning, unless most of the text is indented. */
const deepest = 4;

/** Whether most of the text is indented, as in a manual page, where only headings begin at the margin. */
const isSetIn = (lines: readonly Line[]): boolean => {
  const written = lines.filter(({ text }) => text !== "");
  return written.filter(({ text }) => indentOf(text) >= deepest).length * 2 > written.length;
};

/** Whether the next line continues below the text after a label (hanging indent): "1.  Open the sluice", "-v  tells more". */
function hangs(line: string, next: string): boolean {
  const at = indentOf(next);
  return at > indentOf(line) && /\s\S/.test(line.slice(at - 1, at + 1));
}

/** The next line without the indentation it shares with the line before. */
function beginning(line: string, next: string): string {
  return hangs(line, next)
    ? next.trimStart()
    : next.slice(Math.min(indentOf(line), indentOf(next)));
}

/** Whether the line ends within an address that continues on the next one. */
const inAddress = (line: string, next: string): boolean =>
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
    ends.test(line.text) ||
    drawn.test(next.text) ||
    /^\s*#/.test(line.text) ||
    (!inAddress(line.text, next.text) &&
      begins.test(fullWidth === undefined ? next.text : beginning(line.text, next.text)))
  )
    return false;
  const width =
    fullWidth ?? widthNear(lines.slice(Math.max(0, index - around), index + around + 1));
  if (width < widths.least || width > widths.most) return false;
  if (isHan(next.text[0])) return line.width + 3 >= width;
  return line.width + 1 + (/\S+/.exec(next.text)?.[0].length ?? 0) > width * 0.95;
}

/** Continued prose starts in lower case, unlike lists of titles; Han characters have no case, so there most lines must be full. */
function isWrapped(lines: readonly Line[], broken: readonly number[]): boolean {
  if (broken.length < minBreaks) return false;
  const starts = broken.map(index => lines[index + 1]?.text.trimStart()[0] ?? "");
  const han = starts.filter(isHan).length;
  if (han * 2 < starts.length)
    return starts.filter(sign => /\p{Ll}/u.test(sign)).length * 2 >= starts.length;
  const open = lines.filter(
    ({ text }, index) => text !== "" && !ends.test(text) && (lines[index + 1]?.text ?? "") !== "",
  );
  return broken.length * 10 >= open.length * 7;
}

/** A line joined with the next; the first may end in part of a word. */
const joint = (line: string, next: string, words: Words): string => {
  if (inAddress(line, next)) return line + next;
  if (/[-‐]$/.test(line)) return continued(line, next, words);
  return isHan(line.at(-1)) && isHan(next[0]) ? line + next : `${line} ${next}`;
};

/** A text broken at a fixed width with the lines of each paragraph joined; any other text unchanged. */
export function unwrapLines(text: string): string {
  const sources = text.split("\n").map(line => line.trimEnd());
  // Code is ignored for the width, and keeps its lines.
  const lines = blankCode(text)
    .split("\n")
    .map(line => ({ text: line.trimEnd(), width: widthOf(line.trimEnd()) }));
  // Manuals are set to one width, whatever the neighbouring lines.
  const fullWidth = isSetIn(lines) ? widthNear(lines) : undefined;
  const broken = lines.flatMap((_, index) => (isBroken(lines, index, fullWidth) ? [index] : []));
  if (!isWrapped(lines, broken)) return text;
  const breaks = new Set(broken);
  const words = wordsOf(lines.map(line => line.text));
  const joined: string[] = [];
  lines.forEach((line, index) => {
    const before = joined.at(-1);
    if (before === undefined || !breaks.has(index - 1)) joined.push(sources[index] ?? "");
    else joined[joined.length - 1] = joint(before, line.text.trimStart(), words);
  });
  return joined.join("\n");
}
