// Section: how scores change with chunk size, overlap, top-k and retriever, if a baseline varied them.

import type { Markish } from "@observablehq/plot";
import { type Metric, metricRecords } from "../../../schemas/evaluation/metrics.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { numberCell, table } from "../tables.ts";
import { drawPlot, figure, legend, maxSeries, rangeOf, seriesStyle } from "./draw-plots.ts";
import {
  labelWithDirection,
  plottedMetrics,
  rangeText,
  summaryCell,
  valueText,
} from "./metric-names.ts";
import type { PageLanguage } from "../page-language.ts";
import type { Plot } from "./plot-library.ts";
import { resultHeading } from "./results.ts";
import type { NamedResult } from "./evaluations-data.ts";
import { findSweeps, type Sweep, type SweepSeries } from "./find-sweeps.ts";
import { type SweepsWords, sweepsWords } from "./sweeps-words.ts";

const maxMetrics = 4;

interface Point {
  /** Value of the setting. */
  readonly setting: string;
  /** Value of the metric. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const pointsOf = ({ points }: SweepSeries, metric: Metric): Point[] =>
  points.flatMap(({ value: setting, system }) => {
    const summary = system.metrics[metric];
    if (typeof summary?.value !== "number") return [];
    return [
      {
        setting,
        value: summary.value,
        low: summary.low ?? summary.value,
        high: summary.high ?? summary.value,
      },
    ];
  });

/** One line per series, shifted a little so that the intervals do not overlap. */
function marksOf(
  Plot: Plot,
  series: readonly (readonly Point[])[],
  { id, values }: Sweep,
): Markish[] {
  const spacing = Math.min(5, 40 / values.length);
  return series.flatMap((points, index) => {
    const { stroke, strokeDasharray } = seriesStyle(index);
    const dx = (index - (series.length - 1) / 2) * spacing;
    return [
      Plot.ruleX(points, {
        x: "setting",
        y1: "low",
        y2: "high",
        stroke,
        strokeWidth: 2,
        strokeOpacity: 0.55,
        dx,
      }),
      ...(id !== "retriever"
        ? [
            Plot.line(points, {
              x: "setting",
              y: "value",
              stroke,
              strokeDasharray,
              strokeWidth: 2,
              dx,
            }),
          ]
        : []),
      Plot.dot(points, { x: "setting", y: "value", fill: stroke, r: 3.5, dx }),
    ];
  });
}

function sweepPlot(sweep: Sweep, metric: Metric, words: SweepsWords): Html {
  const { language } = words;
  const { id, values, series } = sweep;
  const points = series.map(line => pointsOf(line, metric));
  const seriesTexts = series.map(({ name }, index) =>
    words.series(
      name,
      (points[index] ?? []).map(({ setting, value, low, high }) =>
        words.point(setting, valueText(value), rangeText({ low, high }, language)),
      ),
    ),
  );
  return drawPlot({
    textAlternative: words.plotted(
      metricRecords[metric].label[language],
      words.titles[id],
      seriesTexts,
    ),
    height: 220,
    options: Plot => ({
      marginLeft: 40,
      // Names of retrievers are long, so they are rotated.
      marginBottom: id === "retriever" ? 58 : 38,
      x: {
        type: "point",
        domain: values,
        tickRotate: id === "retriever" ? -25 : 0,
        label: words.axes[id],
        labelArrow: "none",
        labelAnchor: "center",
        padding: 0.4,
      },
      y: {
        domain: rangeOf(points.flat().flatMap(({ low, high }) => [low, high])),
        nice: true,
        ticks: 5,
        label: null,
      },
      marks: [Plot.gridY({ ticks: 5, strokeOpacity: 0.25 }), ...marksOf(Plot, points, sweep)],
    }),
  });
}

function numbersTable(
  { values, series }: Sweep,
  metrics: readonly Metric[],
  { language, numbers, constant, metric: metricHeading }: SweepsWords,
): Html {
  const rows = series.flatMap(({ name, points }) =>
    metrics.map(metric => [
      name,
      metricRecords[metric].label[language],
      ...values.map(value =>
        summaryCell(points.find(point => point.value === value)?.system.metrics[metric], language),
      ),
    ]),
  );
  return html`<details><summary>${numbers}</summary>${table([constant, metricHeading, ...values.map(numberCell)], rows)}</details>`;
}

function sweepPart(sweep: Sweep, words: SweepsWords): Html {
  const plottedSweep = { ...sweep, series: sweep.series.slice(0, maxSeries) };
  const metrics = plottedMetrics(
    plottedSweep.series.flatMap(({ points }) => points.map(({ system }) => system)),
    maxMetrics,
  );
  if (metrics.length === 0) return html``;
  const moreCount = sweep.series.length - plottedSweep.series.length;
  return html`<h3>${words.titles[sweep.id]}</h3>${legend(plottedSweep.series.map(({ name }) => name))}
${moreCount > 0 ? html`<p class="small soft">${words.more(moreCount)}</p>` : ""}
<div class="plots">${metrics.map(metric => figure(labelWithDirection(metric, words.language), sweepPlot(plottedSweep, metric, words)))}</div>
${numbersTable(sweep, metrics, words)}`;
}

/** Empty if no baseline varied a setting. */
export function sweepsSection(data: RunData, language: PageLanguage): Html {
  const words = sweepsWords[language];
  const resultParts = (namedResult: NamedResult): Html[] => {
    const sweeps = findSweeps(namedResult.result.systems, language)
      .map(sweep => sweepPart(sweep, words))
      .filter(({ html: markup }) => markup !== "");
    return sweeps.length > 0 ? [html`${resultHeading(namedResult, data)}${sweeps}`] : [];
  };
  const parts = data.evaluations.results.flatMap(resultParts);
  if (parts.length === 0) return html``;
  return section(
    "sweeps",
    html`<p class="soft">${words.lead}</p>
${parts}`,
  );
}
