// Lines broken at a fixed width are put together again: downstream a line end ends a sentence.

import { blankCode } from "../../text/code-blocks.ts";

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
const isHan = (sign: string | undefined) =>
  sign !== undefined && /[\p{Script=Han}，、]/u.test(sign);

interface Line {
  readonly text: string;
  readonly width: number;
}

/** Whether the line was broken after this one because the next one's first word had no place on it. */
function isBroken(lines: readonly Line[], index: number): boolean {
  const [line, next] = [lines[index], lines[index + 1]];
  if (
    !line ||
    !next ||
    line.text === "" ||
    next.text === "" ||
    ends.test(line.text) ||
    /^\s*#/.test(line.text) ||
    begins.test(next.text)
  )
    return false;
  const near = lines
    .slice(Math.max(0, index - around), index + around + 1)
    .map(({ width }) => width);
  // A line or two may be longer than the paragraph's: an address, a line of the next one.
  const width = near.sort((a, b) => b - a)[Math.min(2, near.length - 1)] ?? 0;
  if (width < widths.least || width > widths.most) return false;
  if (isHan(next.text[0])) return line.width + 3 >= width;
  return line.width + 1 + (/^\s*\S+/.exec(next.text)?.[0].length ?? 0) > width * 0.95;
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

/** What a line and the next come to. */
const joint = (line: string, next: string): string =>
  isHan(line.at(-1)) && isHan(next[0]) ? next : ` ${next}`;

/** A text whose lines are broken at a width, with each paragraph's lines joined; any other as it is. */
export function unwrapLines(text: string): string {
  const sources = text.split("\n").map(line => line.trimEnd());
  // Code says nothing of the width, and keeps its lines.
  const lines = blankCode(text)
    .split("\n")
    .map(line => ({ text: line.trimEnd(), width: widthOf(line.trimEnd()) }));
  const broken = lines.flatMap((_, index) => (isBroken(lines, index) ? [index] : []));
  if (!isWrapped(lines, broken)) return text;
  const breaks = new Set(broken);
  const joined = lines.map((line, index) => {
    if (index === 0) return sources[0];
    if (!breaks.has(index - 1)) return `\n${sources[index]}`;
    return joint(lines[index - 1]?.text ?? "", line.text.trimStart());
  });
  return joined.join("");
}
