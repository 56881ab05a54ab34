// Reads the pages of a PDF one by one as upright runs of text, with coordinates that grow to the right and downward.

import { clean, type PdfDocument } from "./pdf-opening.ts";

/** Characters drawn in one go. Lengths are in the page's units, by default 1/72 inch. */
export interface Run {
  readonly text: string;
  readonly x: number;
  /** Position of the baseline. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly font: string;
  readonly monospace: boolean;
  /** Whether a space follows, whatever the distance. */
  readonly spaced: boolean;
  readonly rightToLeft: boolean;
}

export interface PageRuns {
  readonly number: number;
  readonly height: number;
  /** One layer per direction of text, turned upright; the one with most text first. */
  readonly layers: readonly (readonly Run[])[];
}

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
type Content = Awaited<ReturnType<PdfPage["getTextContent"]>>;
type Item = Extract<Content["items"][number], { str: string }>;

// After this many unreadable pages in a row, the page count of a damaged file is not to be trusted.
const unreadableInARow = 50;

/** The pages one by one; unreadable ones are skipped, and each page's memory is freed before the next. */
export async function* pagesOf(file: PdfDocument): AsyncGenerator<PageRuns> {
  let unreadable = 0;
  for (let number = 1; number <= file.numPages && unreadable < unreadableInARow; number += 1) {
    const page = await readPage(file, number);
    unreadable = page === undefined ? unreadable + 1 : 0;
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
    const text = clean(item.str);
    if (text.trim() === "") {
      const before = last?.pop();
      if (text !== "" && before) last?.push({ ...before, spaced: true });
      else if (before) last?.push(before);
      continue;
    }
    // Han characters all have the same width; only monospaced Latin text is code.
    const style = styles[item.fontName];
    const { angle, run } = turned(item, {
      text,
      view,
      vertical: style?.vertical === true,
      monospace: style?.fontFamily === "monospace" && !/\p{Script=Han}/u.test(text),
    });
    last = layers.get(angle) ?? [];
    layers.set(angle, last);
    last.push(run);
  }
  const signs = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0);
  return [...layers.values()]
    .map(withFixedPitch)
    .sort((a, b) => signs(b) - signs(a))
    .map(withoutTwins);
}

interface Look {
  readonly text: string;
  readonly view: readonly number[];
  readonly vertical: boolean;
  readonly monospace: boolean;
}

/** Turns a run upright. Vertical writing runs downward, in lines from right to left: the same as a page turned by 90°. */
function turned(
  item: Item,
  { text, view, vertical, monospace }: Look,
): { angle: number; run: Run } {
  const [a, b, c, d, e, f] = multiply(view, item.transform);
  const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI / 5) * 5 + (vertical ? 90 : 0);
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const size = Math.hypot(c, d) || Math.hypot(a, b) || 1;
  const place = {
    x: e * cos + f * sin,
    y: f * cos - e * sin,
    width: Math.abs(vertical ? item.height : item.width),
  };
  return {
    angle,
    run: {
      text: text.trim(),
      ...place,
      size,
      font: item.fontName,
      monospace,
      spaced: /\s$/.test(text),
      rightToLeft: item.dir === "rtl",
    },
  };
}

/** In the order PDF uses. */
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
function withoutTwins(runs: readonly Run[]): Run[] {
  const drawn = new Map<string, Run[]>();
  return runs.filter(run => {
    const same = drawn.get(run.text) ?? [];
    const twin = same.some(
      ({ x, y }) => Math.abs(x - run.x) < run.size * 0.2 && Math.abs(y - run.y) < run.size * 0.2,
    );
    if (!twin) drawn.set(run.text, [...same.slice(-7), run]);
    return !twin;
  });
}

/** Marks runs in fonts whose characters all have the same width, which files do not always declare. */
function withFixedPitch(runs: readonly Run[]): Run[] {
  const pitches = new Map<string, number[]>();
  for (const { text, width, size, font } of runs) {
    if ((text.match(/[a-z]/gi)?.length ?? 0) >= 6)
      pitches.set(font, [...(pitches.get(font) ?? []), width / text.length / size]);
  }
  const fixed = new Set(
    [...pitches]
      .filter(([, all]) => all.length > 1 && Math.max(...all) - Math.min(...all) < 0.01)
      .map(([font]) => font),
  );
  return runs.map(run => (fixed.has(run.font) ? { ...run, monospace: true } : run));
}
