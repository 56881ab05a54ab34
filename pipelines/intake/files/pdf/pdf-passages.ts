// Groups the lines of a column into passages: paragraphs, list items and possible headings.

import { appendLine, endsSentence, isUnspaced, type Words } from "../line-joins.ts";
import { median } from "./pdf-columns.ts";
import type { Line } from "./pdf-lines.ts";

/** Lines that belong together, as one text. */
export interface Passage {
  readonly kind: "passage";
  /** Null for a paragraph. */
  readonly marker: string | null;
  readonly text: string;
  readonly size: number;
  /** All fonts it uses. */
  readonly fonts: readonly string[];
  readonly lines: number;
  /** Whether its last line reaches the right edge, so that the text may continue elsewhere. */
  readonly isFull: boolean;
}

/** The edges of a block, which has equally spaced lines of the same size. */
interface Edges {
  readonly left: number;
  readonly right: number;
}

const bullet = /^([•●○■□◦▪▫‣⁃∙◆◇➢➤►▶✓✔·–—*-])\s+(?=\S)/u;
const itemNumber =
  /^(\d{1,3}[.)、．](?!\d)|[(（]\d{1,2}[)）]|[(（][一二三四五六七八九十]{1,3}[)）]|[一二三四五六七八九十]{1,3}、|[a-z][.)](?=\s)|[①-⑳])\s*(?=\S)/u;

/** Passages of consecutive lines of one column. */
export function passagesOf(lines: readonly Line[], words: Words): Passage[] {
  return blocksOf(lines).flatMap(block => {
    const edges = {
      left: Math.min(...block.map(({ left }) => left)),
      right: Math.max(...block.map(({ right }) => right)),
    };
    return splitBlock(block, edges).map(part => passageOf(part, edges, words));
  });
}

/** Splits lines at wide gaps and at changes of font size. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const steps = lines.slice(1).map((line, index) => (line.y - (lines[index]?.y ?? 0)) / line.size);
  // Double-spaced text is still a block; single lines far apart are not.
  const usualStep = Math.min(
    2.4,
    Math.max(1, median(steps.filter(step => step > 0.5 && step < 3)) || 1.2),
  );
  const blocks: Line[][] = [];
  for (const line of lines) {
    const previous = blocks.at(-1)?.at(-1);
    const isNear =
      previous &&
      line.y - previous.y <= usualStep * 1.25 * Math.max(line.size, previous.size) &&
      Math.max(line.size, previous.size) / Math.min(line.size, previous.size) < 1.12;
    // A line in completely different fonts from the previous one, like a heading close to its text.
    const changesFont =
      previous &&
      !line.fonts.some(font => previous.fonts.includes(font)) &&
      /^[\p{Lu}\p{Lo}\d“(（]/u.test(line.text);
    if (isNear && !changesFont) blocks.at(-1)?.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function splitBlock(block: readonly Line[], edges: Edges): Line[][] {
  const parts: Line[][] = [];
  for (const line of block) {
    const part = parts.at(-1);
    if (part && !beginsPassage(line, part, edges)) part.push(line);
    else parts.push([line]);
  }
  return parts;
}

/** Whether a line begins a passage, given the lines of the previous passage. */
function beginsPassage(line: Line, lines: readonly Line[], edges: Edges): boolean {
  const [first, previous] = [lines[0], lines.at(-1)];
  if (first === undefined || previous === undefined) return true;
  const isSentenceEnd = endsSentence(previous.text);
  const isEarlyEnd = endsEarly(previous, line, edges);
  if (bullet.test(line.text)) return true;
  if (itemNumber.test(line.text) && (isSentenceEnd || isEarlyEnd)) return true;
  // Code keeps its lines.
  if (line.monospace && previous.monospace) return false;
  if (isEarlyEnd && isSentenceEnd) return true;
  const indent = line.left - previous.left;
  if (indent > line.size * 0.8 && lines.length > 1) return isSentenceEnd || isEarlyEnd;
  if (indent > line.size * 0.8) return isSentenceEnd && !isItem(first);
  // Back at the margin: the previous lines were a hanging indent, or an indented passage.
  return indent < -line.size * 0.8 && lines.length > 1;
}

const isItem = ({ text }: Line) => bullet.test(text) || itemNumber.test(text);

/** An entry in a table of contents or a list of figures. */
const contentsEntry = /^\d[\d.]{0,8}:?\s+[\p{Lu}\p{Lo}]/u;
const isRow = ({ cells }: Line) => cells.length > 2 && cells.every(({ text }) => text.length <= 24);

/** Whether the next line's first word would have fitted, so that the line was ended on purpose. */
function endsEarly(previous: Line, next: Line, { right }: Edges): boolean {
  const word = /^\S+/u.exec(next.text)?.[0] ?? "";
  const widthInCharacters = isUnspaced(word.slice(0, 1)) ? 3 : word.length + 2;
  const characterWidth = (next.right - next.left) / Math.max(1, next.text.length);
  if (
    isRow(previous) ||
    isRow(next) ||
    (contentsEntry.test(previous.text) && contentsEntry.test(next.text))
  )
    return true;
  return right - previous.right > Math.max(widthInCharacters * characterWidth, next.size);
}

function passageOf(lines: readonly Line[], edges: Edges, words: Words): Passage {
  const longest = lines.reduce((best, line) => (line.text.length > best.text.length ? line : best));
  const text = lines.reduce((all, line, index) => {
    const previous = lines[index - 1];
    if (previous === undefined) return line.text;
    // A line ended on purpose stays a line, as in an address or in code.
    const isIntended = endsEarly(previous, line, edges) && !/^\p{Ll}/u.test(line.text);
    return isIntended || (line.monospace && previous.monospace)
      ? `${all}\n${line.text}`
      : appendLine(all, line.text, words);
  }, "");
  const marker = bullet.exec(text) ?? itemNumber.exec(text);
  const last = lines.at(-1);
  return {
    kind: "passage",
    marker: marker === null ? null : bullet.test(text) ? "-" : (marker[1] ?? ""),
    text: marker === null ? text : text.slice(marker[0].length),
    size: longest.size,
    fonts: [...new Set(lines.flatMap(line => line.fonts))],
    lines: lines.length,
    isFull: last !== undefined && edges.right - last.right < last.size * 2.5,
  };
}
