// Lines broken at a fixed width are put together again: downstream a line end ends a sentence.

import { blankCode } from "../../text/code-blocks.ts";
import { continued, type Words, wordsOf } from "./line-joins.ts";

/** Widths at which programs and people break lines, in columns (a Han character takes two), and the breaks that prove it. */
const widths = { least: 60, most: 160 };
const minBreaks = 8;
/** Lines before and after one that tell its paragraph's width. */
const around = 4;

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;
/** Columns of a line. */
export const widthOf = (line: string): number =>
  line.length > widths.most ? line.length : line.length + (line.match(wide)?.length ?? 0);

const ends = /[.!?:;。！？：；…|"”』」]$/;
/** Begins something of its own: a list item, a heading, a table row, a quotation, what is set in. */
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
/** What is set in further than this is set in for a reason, unless most of the text is. */
const deepest = 4;

/** A manual's page, whose text stands under headings that alone begin at the margin. */
const isSetIn = (lines: readonly Line[]): boolean => {
  const written = lines.filter(({ text }) => text !== "");
  return written.filter(({ text }) => indentOf(text) >= deepest).length * 2 > written.length;
};

/** The line goes on below its text, behind what labels it: "1.  Open the sluice", "-v  tells more". */
function hangs(line: string, next: string): boolean {
  const at = indentOf(next);
  return at > indentOf(line) && /\s\S/.test(line.slice(at - 1, at + 1));
}

/** The line as it stands to the one before: in a text that is set in, without what both are set in by. */
function beginning(line: string, next: string): string {
  return hangs(line, next)
    ? next.trimStart()
    : next.slice(Math.min(indentOf(line), indentOf(next)));
}

/** An address in which a line ends, and the rest of which stands on the next one. */
const inAddress = (line: string, next: string): boolean =>
  (/:\/\/\S+$/.test(line) && /^[^\s/:]*\/(?!\/)/.test(next)) ||
  (/\([^\s()]*:\/\/[^\s()]+$/.test(line) && /^[^\s()]*\)/.test(next));

/** A line or two may be longer than the others: an address, a line of the next paragraph. */
const widthNear = (lines: readonly Line[]): number =>
  lines.map(({ width }) => width).sort((a, b) => b - a)[Math.min(2, lines.length - 1)] ?? 0;

/** Of a text that is set in all lines have one width. Whether the line was broken after this one because the next one's first word had no place on it. */
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

/** Prose goes on in small letters, which lists of titles do not; Han characters have none: there most lines must be full. */
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

/** What a line and the next come to, of which the first may end in a part of a word. */
const joint = (line: string, next: string, words: Words): string => {
  if (inAddress(line, next)) return line + next;
  if (/[-‐]$/.test(line)) return continued(line, next, words);
  return isHan(line.at(-1)) && isHan(next[0]) ? line + next : `${line} ${next}`;
};

/** A text whose lines are broken at a width, with each paragraph's lines joined; any other as it is. */
export function unwrapLines(text: string): string {
  const sources = text.split("\n").map(line => line.trimEnd());
  // Code says nothing of the width, and keeps its lines.
  const lines = blankCode(text)
    .split("\n")
    .map(line => ({ text: line.trimEnd(), width: widthOf(line.trimEnd()) }));
  // Programs set manuals to one width, whatever stands near a line.
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
