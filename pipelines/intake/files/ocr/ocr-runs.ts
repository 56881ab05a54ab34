// Converts the output of OCR to runs of text with positions, to be laid out like any other page.

import { median } from "../pdf/pdf-columns.ts";
import type { PageRuns, Run } from "../pdf/pdf-pages.ts";

/** A line of tesseract's table: a page (level 1), a line (4) or a word (5), with its box in pixels. */
interface Box {
  readonly level: number;
  readonly page: number;
  /** Identifies its line by the page, block, paragraph and line numbers. */
  readonly line: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Confidence in percent. */
  readonly confidence: number;
  readonly text: string;
}

function boxOf(row: string): Box {
  const fields = row.split("\t");
  const [level = 0, page = 0, , , , , left = 0, top = 0, width = 0, height = 0, confidence = 0] =
    fields.map(Number);
  return {
    level,
    page,
    line: fields.slice(1, 5).join(" "),
    left,
    top,
    width,
    height,
    confidence,
    text: (fields[11] ?? "").trim(),
  };
}

/** Minimum median confidence of a line; anything lower comes from the strokes of a drawing. */
const minConfidence = 35;
/** Range within which line heights of one font size vary, depending on capitals and descenders. */
const [minHeightRatio, maxHeightRatio] = [0.65, 1.45];

interface RecognizedLine {
  readonly box: Box;
  readonly words: readonly Box[];
}

function linesOf(boxes: readonly Box[]): RecognizedLine[] {
  const lines = new Map<string, { box: Box; words: Box[] }>();
  for (const box of boxes) {
    if (box.level === 4) lines.set(box.line, { box, words: [] });
    if (box.level === 5 && box.text !== "") lines.get(box.line)?.words.push(box);
  }
  return [...lines.values()].filter(
    ({ words }) => words.length > 0 && median(words.map(word => word.confidence)) >= minConfidence,
  );
}

const isVertical = ({ box, words }: RecognizedLine): boolean =>
  box.height > box.width && words.some(({ text }) => text.length > 2);

const commonProperties = {
  font: "ocr",
  monospace: false,
  hasSpaceAfter: true,
  isRightToLeft: false,
} as const;

/** Maximum gap between words that belong together, relative to the font size. */
const maxWordGap = 0.9;
const isLatin = (text: string) => /^\p{Script=Latin}/u.test(text);

/** Removes the spaces that tesseract puts between any two words from lines of Han characters, except between Latin words. */
function joinHanWords(words: readonly Box[], size: number): Box[] {
  if (!/\p{Script=Han}/u.test(words.map(({ text }) => text).join(""))) return [...words];
  const joinedWords: Box[] = [];
  for (const word of words) {
    const previous = joinedWords.at(-1);
    const isSeparate =
      previous === undefined ||
      word.left - previous.left - previous.width > maxWordGap * size ||
      (isLatin(word.text) && /\p{Script=Latin}$/u.test(previous.text));
    if (isSeparate) joinedWords.push(word);
    else
      joinedWords[joinedWords.length - 1] = {
        ...previous,
        text: previous.text + word.text,
        width: word.left + word.width - previous.left,
      };
  }
  return joinedWords;
}

/** The words of a line, all given the line's bottom and a single size, which the boxes of individual words do not show. */
const runsOf =
  (bodyHeight: number, scale: number) =>
  ({ box, words }: RecognizedLine): Run[] => {
    const ratio = box.height / bodyHeight;
    const size = ratio > minHeightRatio && ratio < maxHeightRatio ? bodyHeight : box.height;
    return joinHanWords(words, size).map(({ text, left, width }) => ({
      ...commonProperties,
      text,
      x: left * scale,
      y: (box.top + box.height) * scale,
      width: width * scale,
      size: size * scale,
    }));
  };

/** A vertical line as one run. */
const verticalRun =
  (scale: number) =>
  ({ box, words }: RecognizedLine): Run => ({
    ...commonProperties,
    text: words.map(({ text }) => text).join(" "),
    x: box.top * scale,
    y: box.left * scale,
    width: box.height * scale,
    size: box.width * scale,
  });

/** The pages in tesseract's table, in order. `scale`: page units per pixel. */
export function recognizedPages(table: string, scale: number): PageRuns[] {
  const boxes = table.split("\n").slice(1).filter(Boolean).map(boxOf);
  return boxes
    .filter(({ level }) => level === 1)
    .map(({ page, height }): PageRuns => {
      const lines = linesOf(boxes.filter(box => box.page === page));
      const verticalLines = lines.filter(isVertical);
      const uprightLines = lines.filter(line => !isVertical(line));
      const bodyHeight = median(uprightLines.map(({ box }) => box.height)) || 1;
      const layers = [
        uprightLines.flatMap(runsOf(bodyHeight, scale)),
        verticalLines.map(verticalRun(scale)),
      ];
      return {
        number: page,
        height: height * scale,
        layers: layers.filter(layer => layer.length > 0),
      };
    });
}
