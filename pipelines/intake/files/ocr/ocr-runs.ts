// Converts the output of OCR to runs of text with positions, to be laid out like any other page.

import { median } from "../pdf/pdf-columns.ts";
import type { PageRuns, Run } from "../pdf/pdf-pages.ts";

/** A line of tesseract's table: a page (level 1), a line (4) or a word (5), with its box in pixels. */
interface Box {
  readonly level: number;
  readonly page: number;
  /** Page, block, paragraph and line. */
  readonly line: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Confidence in per cent. */
  readonly sureness: number;
  readonly text: string;
}

function boxOf(row: string): Box {
  const fields = row.split("\t");
  const [level = 0, page = 0, , , , , left = 0, top = 0, width = 0, height = 0, sureness = 0] =
    fields.map(Number);
  return {
    level,
    page,
    line: fields.slice(1, 5).join(" "),
    left,
    top,
    width,
    height,
    sureness,
    text: (fields[11] ?? "").trim(),
  };
}

/** Median confidence below which a line is the strokes of a drawing. */
const minSure = 35;
/** Range in which line heights of one font size differ, depending on capitals and descenders. */
const [smallest, largest] = [0.65, 1.45];

interface ReadLine {
  readonly box: Box;
  readonly words: readonly Box[];
}

function linesOf(boxes: readonly Box[]): ReadLine[] {
  const lines = new Map<string, { box: Box; words: Box[] }>();
  for (const box of boxes) {
    if (box.level === 4) lines.set(box.line, { box, words: [] });
    if (box.level === 5 && box.text !== "") lines.get(box.line)?.words.push(box);
  }
  return [...lines.values()].filter(
    ({ words }) => words.length > 0 && median(words.map(word => word.sureness)) >= minSure,
  );
}

const isTurned = ({ box, words }: ReadLine): boolean =>
  box.height > box.width && words.some(({ text }) => text.length > 2);

const common = { font: "ocr", monospace: false, spaced: true, rightToLeft: false } as const;

/** Gap, relative to the font size, below which words belong together. */
const cellGap = 0.9;
const isLatin = (text: string) => /^\p{Script=Latin}/u.test(text);

/** Removes the spaces that tesseract puts between any two words from lines of Han characters, except between Latin words. */
function withoutHanSpaces(words: readonly Box[], size: number): Box[] {
  if (!/\p{Script=Han}/u.test(words.map(({ text }) => text).join(""))) return [...words];
  const joined: Box[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const isApart =
      before === undefined ||
      word.left - before.left - before.width > cellGap * size ||
      (isLatin(word.text) && /\p{Script=Latin}$/u.test(before.text));
    if (isApart) joined.push(word);
    else
      joined[joined.length - 1] = {
        ...before,
        text: before.text + word.text,
        width: word.left + word.width - before.left,
      };
  }
  return joined;
}

/** The words of a line, all with the line's bottom and one size, which single words' boxes do not show. */
const runsOf =
  (body: number, scale: number) =>
  ({ box, words }: ReadLine): Run[] => {
    const share = box.height / body;
    const size = share > smallest && share < largest ? body : box.height;
    return withoutHanSpaces(words, size).map(({ text, left, width }) => ({
      ...common,
      text,
      x: left * scale,
      y: (box.top + box.height) * scale,
      width: width * scale,
      size: size * scale,
    }));
  };

/** A vertical line as one run. */
const turnedRun =
  (scale: number) =>
  ({ box, words }: ReadLine): Run => ({
    ...common,
    text: words.map(({ text }) => text).join(" "),
    x: box.top * scale,
    y: box.left * scale,
    width: box.height * scale,
    size: box.width * scale,
  });

/** The pages in tesseract's table, in order. `scale`: page units per pixel. */
export function recognisedPages(table: string, scale: number): PageRuns[] {
  const boxes = table.split("\n").slice(1).filter(Boolean).map(boxOf);
  return boxes
    .filter(({ level }) => level === 1)
    .map(({ page, height }): PageRuns => {
      const lines = linesOf(boxes.filter(box => box.page === page));
      const [turned, upright] = [lines.filter(isTurned), lines.filter(line => !isTurned(line))];
      const body = median(upright.map(({ box }) => box.height)) || 1;
      const layers = [upright.flatMap(runsOf(body, scale)), turned.map(turnedRun(scale))];
      return {
        number: page,
        height: height * scale,
        layers: layers.filter(layer => layer.length > 0),
      };
    });
}
