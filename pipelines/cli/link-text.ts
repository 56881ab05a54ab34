// Formats how a system's scores changed from an older split to a newer one: how much is due to the system, and how much to the news.

import type { LinkedMetric, SplitLink } from "../../schemas/evaluation/split-link.ts";
import { figureText, intervalText } from "./figure-text.ts";
import { table } from "./printer.ts";

const partText = ({ points }: LinkedMetric["news"]): string =>
  [figureText(points.value), intervalText(points) && `(${intervalText(points)})`]
    .filter(Boolean)
    .join(" ");

const metricRow = ({
  metric,
  older,
  newer,
  equated,
  system,
  news,
  anchors,
  spread,
}: LinkedMetric) => [
  metric,
  figureText(older),
  figureText(newer),
  figureText(equated),
  partText(system),
  partText(news),
  spread === null ? anchors.length : `${anchors.length}, spread ${spread.toFixed(2)}`,
];

/** The items that were compared; metrics over the same items share a line. */
function itemLines(metrics: readonly LinkedMetric[]): string[] {
  const lines = metrics.map(({ metric, items, leftOut }) => {
    const cells = leftOut.map(
      ({ type, language, older, newer }) => `${type} ${language} (${older} older, ${newer} newer)`,
    );
    const leftOutText =
      cells.length > 0 ? `; left out, too few on one side: ${cells.join(", ")}` : "";
    return { metric, over: `${items.older} older items and ${items.newer} newer${leftOutText}` };
  });
  return [...new Set(lines.map(({ over }) => over))].map(
    scope =>
      `Over ${scope}: ${lines
        .filter(line => line.over === scope)
        .map(({ metric }) => metric)
        .join(", ")}`,
  );
}

/** Metrics without a known interval. */
function noIntervalLines(metrics: readonly LinkedMetric[]): string[] {
  const noInterval = metrics.filter(({ system }) => system.points.low === null);
  return noInterval.length === 0
    ? []
    : [
        `Without an interval, since the system scored the minimum or maximum in a split (counted as half an item away from it): ${noInterval.map(({ metric }) => metric).join(", ")}`,
      ];
}

/** A table of the linked metrics, or the reason why there is none; then the metrics that are not linked and the systems that are not frozen. */
export function linkLines({ older, metrics, unlinked, notFrozen, refusal }: SplitLink): string[] {
  const linkedLines =
    refusal === null
      ? [
          `Compared with ${older.path}, the older split, on one scale set by systems that did not change (95% intervals; spread of these systems in logits):`,
          table(
            [
              "metric",
              "older",
              "newer",
              "newer, on the older scale",
              "due to the system",
              "due to the news",
              "frozen systems",
            ],
            metrics.map(metricRow),
          ),
          ...itemLines(metrics),
          ...noIntervalLines(metrics),
        ]
      : [refusal];
  return [
    ...linkedLines,
    ...(unlinked.length > 0 && refusal === null
      ? [
          `Not linked, since no frozen system scores between the minimum and the maximum on the same items of both splits: ${unlinked.join(", ")}`,
        ]
      : []),
    ...notFrozen.map(
      ({ system, because: reason }) => `Not treated as frozen: ${system} (${reason})`,
    ),
  ];
}
