// Draws small inline bars and histograms; each also gives its numbers as text.

import { type Html, html } from "./html.ts";

const width = 200;
const height = 12;

export interface BarPart {
  /** One of the page's colors. */
  readonly kind: "good" | "lost" | "kept" | "plain" | "ground";
  readonly label: string;
  readonly value: number;
}

/** Punctuation for the labels' language. */
const punctuationOf = (label: string) =>
  /\p{Script=Han}/u.test(label)
    ? { comma: "，", semicolon: "；", stop: "。" }
    : { comma: ", ", semicolon: "; ", stop: ". " };

/** The parts as text, each with its number. */
const partsText = (parts: readonly BarPart[]): string =>
  parts
    .map(({ label, value }) => `${label} ${value}`)
    .join(punctuationOf(parts[0]?.label ?? "").comma);

/** Parts of a whole side by side; `whole` is the bar's full width, by default the sum of the parts. */
export function bar(
  parts: readonly BarPart[],
  whole = parts.reduce((sum, { value }) => sum + value, 0),
): Html {
  const scale = whole > 0 ? width / whole : 0;
  let nextX = 0;
  const rectangles = parts.map(({ kind, value }) => {
    const x = nextX;
    nextX += value * scale;
    return html`<rect class="${kind}" x="${x.toFixed(2)}" y="0" width="${(value * scale).toFixed(2)}" height="${height}"/>`;
  });
  const label = partsText(parts);
  return html`<svg class="bar" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}"><title>${label}</title><rect class="ground" width="${width}" height="${height}"/>${rectangles}</svg>`;
}

export interface Histogram {
  readonly label: string;
  /** The range from 0 to 1 in equal steps; the parts of a column are stacked, the first at the bottom. */
  readonly columns: readonly (readonly BarPart[])[];
  /** A value marked by a line. */
  readonly threshold: number;
}

// Size in units of the drawing: it is 360 wide on a narrow screen, where its letters must still be legible.
const frame = { width: 360, height: 150, top: 16, bottom: 22 };
const gap = 3;

const heightOf = (column: readonly BarPart[]) => column.reduce((sum, { value }) => sum + value, 0);

/** A number shortened to fit above a column, which has no room for five digits or more. */
const shortNumber = (value: number): string =>
  value < 10_000 ? String(value) : `${Math.round(value / 1000)}k`;

const coordinate = (value: number) => value.toFixed(1);

/** One column with its number above it; any value above 0 is visible. */
function drawColumn(
  column: readonly BarPart[],
  { x, columnWidth, scale }: { x: number; columnWidth: number; scale: number },
): Html {
  const baseline = frame.height - frame.bottom;
  let y = baseline;
  const parts = column.map(({ kind, value }) => {
    const barHeight = value === 0 ? 0 : Math.max(1.5, value * scale);
    y -= barHeight;
    return html`<rect class="${kind}" x="${coordinate(x + gap / 2)}" y="${coordinate(y)}" width="${coordinate(columnWidth - gap)}" height="${coordinate(barHeight)}"/>`;
  });
  const total = heightOf(column);
  return html`${parts}${total > 0 ? html`<text x="${coordinate(x + columnWidth / 2)}" y="${coordinate(y - 4)}" text-anchor="middle">${shortNumber(total)}</text>` : ""}`;
}

/** Columns over the range from 0 to 1. */
export function histogram({ label, columns, threshold }: Histogram): Html {
  const columnWidth = frame.width / Math.max(1, columns.length);
  const baseline = frame.height - frame.bottom;
  // Leaves room at the top: two short parts of one column may each be drawn taller than to scale.
  const scale = (baseline - frame.top - 3) / Math.max(1, ...columns.map(heightOf));
  const edgeOf = (index: number) => (index / columns.length).toFixed(1);
  const columnTexts = columns.flatMap((column, index) =>
    heightOf(column) > 0 ? `${edgeOf(index)}–${edgeOf(index + 1)}: ${partsText(column)}` : [],
  );
  const { semicolon, stop } = punctuationOf(label);
  const description = `${label}${stop}${columnTexts.join(semicolon)}`;
  const edgeLabels = columns.map(
    (_, index) =>
      html`<text x="${coordinate(index * columnWidth + 1)}" y="${frame.height - 8}">${edgeOf(index)}</text>`,
  );
  const thresholdX = coordinate(Math.min(frame.width - 1, threshold * frame.width));
  return html`<svg class="histogram" viewBox="0 0 ${frame.width} ${frame.height}" role="img" aria-label="${description}"><title>${description}</title>
<line class="axis" x1="0" y1="${baseline}" x2="${frame.width}" y2="${baseline}"/>${columns.map((column, index) => drawColumn(column, { x: index * columnWidth, columnWidth, scale }))}${edgeLabels}
<line class="threshold" x1="${thresholdX}" y1="2" x2="${thresholdX}" y2="${baseline}"/></svg>`;
}
