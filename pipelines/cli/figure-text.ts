// Formats figures and their intervals for the terminal.

import type { Summary } from "../../schemas/evaluation/metrics.ts";

export const figureText = (value: number | null): string =>
  value === null ? "undefined" : Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(4);

/** Empty if the value has no interval. */
export const intervalText = ({ low, high }: Pick<Summary, "low" | "high">): string =>
  low === null || high === null ? "" : `${figureText(low)} – ${figureText(high)}`;

/** Headings of the cells that follow the metric's name in `summaryRow`. */
export const summaryHeadings = ["value", "95% interval", "items", "undefined"];

/** A metric's row in a table. */
export const summaryRow = (metric: string, summary: Summary): (string | number)[] => [
  metric,
  figureText(summary.value),
  intervalText(summary),
  summary.n,
  summary.undefined,
];
