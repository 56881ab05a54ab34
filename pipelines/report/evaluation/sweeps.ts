// Section: how scores move with chunk size, overlap, top-k and retriever, where a baseline varied them.

import type { Markish } from "@observablehq/plot";
import type { Metric } from "../../../schemas/evaluation/metrics.ts";
import { type Html, html, section } from "../html.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, table } from "../tables.ts";
import { drawPlot, figure, legend, maxSeries, rangeOf, seriesLook } from "./drawing.ts";
import {
  headOf,
  metricLabels,
  plottedMetrics,
  rangeText,
  summaryCell,
  valueText,
} from "./metric-names.ts";
import type { Plot } from "./plot-library.ts";
import { headingOf } from "./results.ts";
import type { NamedResult } from "./results-read.ts";
import { findSweeps, type Sweep, type SweepSeries } from "./sweeps-found.ts";

const maxMetrics = 4;

const titles: Record<Sweep["id"], string> = {
  "chunk-size": "Chunk size, as many tokens read",
  overlap: "Overlap",
  "top-k": "Top-k",
  retriever: "Retriever",
};
const axisNames: Record<Sweep["id"], string> = {
  "chunk-size": "tokens a chunk",
  overlap: "tokens repeated of the chunk before",
  "top-k": "chunks read",
  retriever: "",
};

interface Point {
  readonly place: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const pointsOf = ({ points }: SweepSeries, metric: Metric): Point[] =>
  points.flatMap(({ place, system }) => {
    const found = system.metrics[metric];
    if (typeof found?.value !== "number") return [];
    return [
      { place, value: found.value, low: found.low ?? found.value, high: found.high ?? found.value },
    ];
  });

/** A line for each series, moved aside a little so that their intervals do not cover one another. */
function marksOf(
  Plot: Plot,
  series: readonly (readonly Point[])[],
  { id, places }: Sweep,
): Markish[] {
  const apart = Math.min(5, 40 / places.length);
  return series.flatMap((points, at) => {
    const { stroke, strokeDasharray } = seriesLook(at);
    const dx = (at - (series.length - 1) / 2) * apart;
    return [
      Plot.ruleX(points, {
        x: "place",
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
              x: "place",
              y: "value",
              stroke,
              strokeDasharray,
              strokeWidth: 2,
              dx,
            }),
          ]
        : []),
      Plot.dot(points, { x: "place", y: "value", fill: stroke, r: 3.5, dx }),
    ];
  });
}

function sweepPlot(sweep: Sweep, metric: Metric): Html {
  const { id, places, series } = sweep;
  const points = series.map(each => pointsOf(each, metric));
  const said = series.map(
    ({ name }, at) =>
      `${name}: ${(points[at] ?? []).map(({ place, value, low, high }) => `${place} ${valueText(value)} (${rangeText({ low, high })})`).join(", ")}`,
  );
  return drawPlot({
    said: `${metricLabels[metric]} by ${titles[id].toLowerCase()}. ${said.join("; ")}`,
    height: 220,
    options: Plot => ({
      marginLeft: 40,
      // Names of retrievers are long: they stand aslant.
      marginBottom: id === "retriever" ? 58 : 38,
      x: {
        type: "point",
        domain: places,
        tickRotate: id === "retriever" ? -25 : 0,
        label: axisNames[id],
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

function numbersTable({ places, series }: Sweep, metrics: readonly Metric[]): Html {
  const rows = series.flatMap(({ name, points }) =>
    metrics.map(metric => [
      name,
      metricLabels[metric],
      ...places.map(place =>
        summaryCell(points.find(point => point.place === place)?.system.metrics[metric]),
      ),
    ]),
  );
  return html`<details><summary>The numbers</summary>${table(["The same in all", "metric", ...places.map(numeric)], rows)}</details>`;
}

function shownSweep(sweep: Sweep): Html {
  const shown = { ...sweep, series: sweep.series.slice(0, maxSeries) };
  const metrics = plottedMetrics(
    shown.series.flatMap(({ points }) => points.map(({ system }) => system)),
    maxMetrics,
  );
  if (metrics.length === 0) return html``;
  const rest = sweep.series.length - shown.series.length;
  return html`<h3>${titles[sweep.id]}</h3>${legend(shown.series.map(({ name }) => name))}
${rest > 0 ? html`<p class="small soft">${count(rest)} more series are not drawn.</p>` : ""}
<div class="plots">${metrics.map(metric => figure(headOf(metric), sweepPlot(shown, metric)))}</div>
${numbersTable(sweep, metrics)}`;
}

/** Empty where no baseline varied a setting. */
export function sweepsSection(data: RunData): Html {
  const drawn = (named: NamedResult): Html[] => {
    const sweeps = findSweeps(named.result.systems)
      .map(shownSweep)
      .filter(({ html: markup }) => markup !== "");
    return sweeps.length > 0 ? [html`${headingOf(named, data)}${sweeps}`] : [];
  };
  const shown = data.evaluations.results.flatMap(drawn);
  if (shown.length === 0) return html``;
  return section(
    "sweeps",
    html`<p class="soft">A line joins systems that differ in this one setting. Chunk size and top-k are paired, so that as many tokens are read of small chunks as of large ones; bars are 95% intervals.</p>
${shown}`,
  );
}
