// Plots values with their intervals, one row per name; each row is below its name, so that long names fit a narrow screen.

import type { Markish } from "@observablehq/plot";
import type { Html } from "../html.ts";
import { drawPlot, rangeOf, seriesStyle, shortName } from "./draw-plots.ts";
import type { Plot } from "./plot-library.ts";
import { rangeText, valueText } from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";

interface Interval {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface IntervalRow {
  readonly name: string;
  /** One value per series, in their order; undefined if a series has none. */
  readonly values: readonly (Interval | undefined)[];
}

interface PlottedInterval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly y: number;
  readonly series: number;
}

// Heights in units of the drawing: the name above a row, each line of the row, and the axis.
const nameHeight = 22;
const lineHeight = 11;
const axisHeight = 42;

function plottedIntervals(rows: readonly IntervalRow[], rowHeight: number): PlottedInterval[] {
  return rows.flatMap(({ values }, row) =>
    values.flatMap((interval, series) => {
      if (typeof interval?.value !== "number") return [];
      const { value, low, high } = interval;
      return [
        {
          value,
          low: low ?? value,
          high: high ?? value,
          y: row * rowHeight + nameHeight + series * lineHeight,
          series,
        },
      ];
    }),
  );
}

/** Punctuation of the text alternative. */
const english = {
  colon: ": ",
  comma: ", ",
  semicolon: "; ",
  stop: ". ",
  bracketed: (range: string) => ` (${range})`,
};
const punctuation: Record<PageLanguage, typeof english> = {
  en: english,
  zh: { colon: "：", comma: "，", semicolon: "；", stop: "。", bracketed: range => `（${range}）` },
};

function rowText(
  { name, values }: IntervalRow,
  series: readonly string[],
  language: PageLanguage,
): string {
  const { colon, comma, bracketed } = punctuation[language];
  const valueTexts = values.map((interval, index) => {
    const range = interval ? rangeText(interval, language) : "";
    const value = [series[index] ?? "", valueText(interval?.value)].filter(Boolean).join(" ");
    return range === "" ? value : `${value}${bracketed(range)}`;
  });
  return `${name}${colon}${valueTexts.join(comma)}`;
}

/** The marks of the plot; names have a background of their own, so that no grid line runs through them. */
function marksOf(
  Plot: Plot,
  names: readonly { readonly name: string; readonly y: number }[],
  points: readonly PlottedInterval[],
): Markish[] {
  const color = ({ series: index }: PlottedInterval) => seriesStyle(index).stroke;
  return [
    Plot.gridX({ ticks: 5, strokeOpacity: 0.25 }),
    Plot.text(names, {
      text: "name",
      y: "y",
      frameAnchor: "left",
      fill: "var(--ink)",
      stroke: "var(--card)",
      strokeWidth: 4,
    }),
    Plot.link(points, {
      x1: "low",
      x2: "high",
      y1: "y",
      y2: "y",
      stroke: color,
      strokeWidth: 3,
      strokeOpacity: 0.55,
    }),
    Plot.dot(points, { x: "value", y: "y", r: 4, fill: color }),
  ];
}

/** `series` names the values of a row; a single series needs no name. */
export function intervalPlot({
  label,
  rows,
  series = [],
  domain,
  language = "en",
}: {
  label: string;
  rows: readonly IntervalRow[];
  series?: readonly string[];
  /** Ends of the axis; by default a range that holds all intervals. */
  domain?: readonly [number, number];
  /** Language of the page, for the punctuation of the text alternative. */
  language?: PageLanguage;
}): Html {
  const { semicolon, stop } = punctuation[language];
  const linesPerRow = Math.max(1, ...rows.map(({ values }) => values.length));
  const rowHeight = nameHeight + linesPerRow * lineHeight;
  const points = plottedIntervals(rows, rowHeight);
  const names = rows.map(({ name }, row) => ({
    name: shortName(name, 50),
    y: row * rowHeight + 7,
  }));
  return drawPlot({
    textAlternative: `${label}${stop}${rows.map(row => rowText(row, series, language)).join(semicolon)}`,
    height: rows.length * rowHeight + axisHeight,
    options: Plot => ({
      marginLeft: 12,
      x: {
        domain: domain ?? rangeOf(points.flatMap(({ low, high }) => [low, high])),
        ticks: 5,
        label: null,
      },
      // The first row is at the top.
      y: { domain: [0, rows.length * rowHeight], reverse: true, axis: null },
      marks: marksOf(Plot, names, points),
    }),
  });
}
