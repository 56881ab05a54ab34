// Reads the pages of a PDF one by one as upright runs of text, with coordinates that grow to the right and downward.

import { cleanText, type PdfDocument } from "./pdf-opening.ts";

/** Characters drawn in one operation. Lengths are in the page's units, by default 1/72 inch. */
export interface Run {
  readonly text: string;
  readonly x: number;
  /** Position of the baseline. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly font: string;
  readonly monospace: boolean;
  /** Whether a space follows, whatever the distance to the next run. */
  readonly hasSpaceAfter: boolean;
  readonly isRightToLeft: boolean;
}

export interface PageRuns {
  readonly number: number;
  readonly height: number;
  /** One layer per direction of text, turned upright; the one with the most text first. */
  readonly layers: readonly (readonly Run[])[];
}

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
type Content = Awaited<ReturnType<PdfPage["getTextContent"]>>;
type Item = Extract<Content["items"][number], { str: string }>;

/** Maximum number of unreadable pages in a row, after which the page count of a damaged file is no longer trusted. */
const maxUnreadableInARow = 50;

/** The pages one by one; unreadable ones are skipped, and each page's memory is freed before the next. */
export async function* pagesOf(file: PdfDocument): AsyncGenerator<PageRuns> {
  let unreadableCount = 0;
  for (
    let number = 1;
    number <= file.numPages && unreadableCount < maxUnreadableInARow;
    number += 1
  ) {
    const page = await readPage(file, number);
    unreadableCount = page === undefined ? unreadableCount + 1 : 0;
    if (page !== undefined) yield page;
  }
}

async function readPage(file: PdfDocument, number: number): Promise<PageRuns | undefined> {
  try {
    const page = await file.getPage(number);
    try {
      const { height, transform } = page.getViewport({ scale: 1 });
      return { number, height, layers: layersOf(await page.getTextContent(), transform) };
    } finally {
      page.cleanup();
    }
  } catch {
    return undefined;
  }
}

function layersOf({ items, styles }: Content, view: readonly number[]): Run[][] {
  const layers = new Map<number, Run[]>();
  let last: Run[] | undefined;
  for (const item of items) {
    if (!("str" in item)) continue;
    const text = cleanText(item.str);
    if (text.trim() === "") {
      const previous = last?.pop();
      if (text !== "" && previous) last?.push({ ...previous, hasSpaceAfter: true });
      else if (previous) last?.push(previous);
      continue;
    }
    // Han characters all have the same width; only monospaced Latin text is code.
    const style = styles[item.fontName];
    const { angle, run } = uprightRun(item, {
      text,
      view,
      vertical: style?.vertical === true,
      monospace: style?.fontFamily === "monospace" && !/\p{Script=Han}/u.test(text),
    });
    last = layers.get(angle) ?? [];
    layers.set(angle, last);
    last.push(run);
  }
  const characterCount = (runs: readonly Run[]) =>
    runs.reduce((sum, { text }) => sum + text.length, 0);
  return [...layers.values()]
    .map(withFixedPitch)
    .sort((a, b) => characterCount(b) - characterCount(a))
    .map(withoutDuplicates);
}

interface RunOptions {
  readonly text: string;
  readonly view: readonly number[];
  readonly vertical: boolean;
  readonly monospace: boolean;
}

/** Turns a run upright. Vertical writing runs downward, in lines from right to left: the same as a page turned by 90°. */
function uprightRun(
  item: Item,
  { text, view, vertical, monospace }: RunOptions,
): { angle: number; run: Run } {
  const [a, b, c, d, e, f] = multiply(view, item.transform);
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI / 5) * 5 + (vertical ? 90 : 0);
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const size = Math.hypot(c, d) || Math.hypot(a, b) || 1;
  const position = {
    x: e * cos + f * sin,
    y: f * cos - e * sin,
    width: Math.abs(vertical ? item.height : item.width),
  };
  return {
    angle,
    run: {
      text: text.trim(),
      ...position,
      size,
      font: item.fontName,
      monospace,
      hasSpaceAfter: /\s$/.test(text),
      isRightToLeft: item.dir === "rtl",
    },
  };
}

/** A transformation of coordinates, in the order that PDF uses. */
export type Matrix = readonly [number, number, number, number, number, number];

export function multiply(m: readonly number[], n: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [p = 1, q = 0, r = 0, s = 1, t = 0, u = 0] = n.map(value =>
    Number.isFinite(value) ? value : 0,
  );
  return [
    a * p + c * q,
    b * p + d * q,
    a * r + c * s,
    b * r + d * s,
    a * t + c * u + e,
    b * t + d * u + f,
  ];
}

/** Removes duplicate runs: bold is sometimes made by drawing the same characters twice, slightly shifted. */
function withoutDuplicates(runs: readonly Run[]): Run[] {
  const runsByText = new Map<string, Run[]>();
  return runs.filter(run => {
    const drawnRuns = runsByText.get(run.text) ?? [];
    const isDuplicate = drawnRuns.some(
      ({ x, y }) => Math.abs(x - run.x) < run.size * 0.2 && Math.abs(y - run.y) < run.size * 0.2,
    );
    if (!isDuplicate) runsByText.set(run.text, [...drawnRuns.slice(-7), run]);
    return !isDuplicate;
  });
}

/** Marks runs in fonts whose characters all have the same width, which files do not always declare. */
function withFixedPitch(runs: readonly Run[]): Run[] {
  const pitches = new Map<string, number[]>();
  for (const { text, width, size, font } of runs) {
    if ((text.match(/[a-z]/gi)?.length ?? 0) >= 6)
      pitches.set(font, [...(pitches.get(font) ?? []), width / text.length / size]);
  }
  const fixedFonts = new Set(
    [...pitches]
      .filter(
        ([, pitches]) => pitches.length > 1 && Math.max(...pitches) - Math.min(...pitches) < 0.01,
      )
      .map(([font]) => font),
  );
  return runs.map(run => (fixedFonts.has(run.font) ? { ...run, monospace: true } : run));
}
