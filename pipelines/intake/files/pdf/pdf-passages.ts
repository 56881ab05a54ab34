// Groups the lines of a column into passages: paragraphs, list items and possible headings.

import { continued, endsSentence, isHan, type Words } from "../line-joins.ts";
import { median } from "./pdf-columns.ts";
import type { Line } from "./pdf-lines.ts";

/** Lines that belong together. */
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
  readonly full: boolean;
}

/** The edges of a block of equally spaced lines of one size. */
interface Edges {
  readonly left: number;
  readonly right: number;
}

const bullet = /^([•●○■□◦▪▫‣⁃∙◆◇➢➤►▶✓✔·–—*-])\s+(?=\S)/u;
const number =
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
  const usual = Math.min(
    2.4,
    Math.max(1, median(steps.filter(step => step > 0.5 && step < 3)) || 1.2),
  );
  const blocks: Line[][] = [];
  for (const line of lines) {
    const before = blocks.at(-1)?.at(-1);
    const isNear =
      before &&
      line.y - before.y <= usual * 1.25 * Math.max(line.size, before.size) &&
      Math.max(line.size, before.size) / Math.min(line.size, before.size) < 1.12;
    // A line in completely different fonts from the one before, like a heading close to its text.
    const changes =
      before &&
      !line.fonts.some(font => before.fonts.includes(font)) &&
      /^[\p{Lu}\p{Lo}\d“(（]/u.test(line.text);
    if (isNear && !changes) blocks.at(-1)?.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function splitBlock(block: readonly Line[], edges: Edges): Line[][] {
  const parts: Line[][] = [];
  for (const line of block) {
    const part = parts.at(-1);
    if (part && !begins(line, part, edges)) part.push(line);
    else parts.push([line]);
  }
  return parts;
}

/** Whether a line begins a passage, given those of the passage before it. */
function begins(line: Line, part: readonly Line[], edges: Edges): boolean {
  const [first, before] = [part[0], part.at(-1)];
  if (first === undefined || before === undefined) return true;
  const ends = endsSentence(before.text);
  const early = endsEarly(before, line, edges);
  if (bullet.test(line.text)) return true;
  if (number.test(line.text) && (ends || early)) return true;
  // Code keeps its lines.
  if (line.monospace && before.monospace) return false;
  if (early && ends) return true;
  const indent = line.left - before.left;
  if (indent > line.size * 0.8 && part.length > 1) return ends || early;
  if (indent > line.size * 0.8) return ends && !isItem(first);
  // Back to the margin: the lines before were a hanging indent, or an indented passage.
  return indent < -line.size * 0.8 && part.length > 1;
}

const isItem = ({ text }: Line) => bullet.test(text) || number.test(text);

// An entry in a table of contents or a list of figures.
const entry = /^\d[\d.]{0,8}:?\s+[\p{Lu}\p{Lo}]/u;
const isRow = ({ cells }: Line) => cells.length > 2 && cells.every(({ text }) => text.length <= 24);

/** Whether the next line's first word would have fitted: the line was ended on purpose. */
function endsEarly(before: Line, next: Line, { right }: Edges): boolean {
  const word = /^\S+/u.exec(next.text)?.[0] ?? "";
  const share = isHan(word.slice(0, 1)) ? 3 : word.length + 2;
  const sign = (next.right - next.left) / Math.max(1, next.text.length);
  if (isRow(before) || isRow(next) || (entry.test(before.text) && entry.test(next.text)))
    return true;
  return right - before.right > Math.max(share * sign, next.size);
}

function passageOf(part: readonly Line[], edges: Edges, words: Words): Passage {
  const first = part.reduce((best, line) => (line.text.length > best.text.length ? line : best));
  const text = part.reduce((all, line, index) => {
    const before = part[index - 1];
    if (before === undefined) return line.text;
    // A line ended on purpose stays a line, as in an address or in code.
    const onPurpose = endsEarly(before, line, edges) && !/^\p{Ll}/u.test(line.text);
    return onPurpose || (line.monospace && before.monospace)
      ? `${all}\n${line.text}`
      : continued(all, line.text, words);
  }, "");
  const marker = bullet.exec(text) ?? number.exec(text);
  const last = part.at(-1);
  return {
    kind: "passage",
    marker: marker === null ? null : bullet.test(text) ? "-" : (marker[1] ?? ""),
    text: marker === null ? text : text.slice(marker[0].length),
    size: first.size,
    fonts: [...new Set(part.flatMap(line => line.fonts))],
    lines: part.length,
    full: last !== undefined && edges.right - last.right < last.size * 2.5,
  };
}
