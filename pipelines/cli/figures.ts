// Formats figures and their intervals for the terminal.

import type { Summary } from "../../schemas/evaluation/metrics.ts";

export const digits = (value: number | null): string =>
  value === null ? "undefined" : Math.abs(value) >= 100 ? value.toFixed(1) : value.toFixed(4);

/** Empty if the value has no interval. */
export const interval = ({ low, high }: Pick<Summary, "low" | "high">): string =>
  low === null || high === null ? "" : `${digits(low)} – ${digits(high)}`;

/** Headings of the cells that `summaryRow` puts after the metric's name. */
export const summaryHead = ["value", "95 % interval", "items", "undefined"];

/** A metric's row in a table. */
export const summaryRow = (metric: string, summary: Summary): (string | number)[] => [
  metric,
  digits(summary.value),
  interval(summary),
  summary.n,
  summary.undefined,
];
