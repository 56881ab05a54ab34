// Writes an evaluation as a Markdown summary, for the page of a CI job or a comment on a pull request.

import type { Metric, Summary } from "../../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../../schemas/evaluation/result.ts";
import { metricsOf, rangeText, valueText } from "../evaluation/metric-names.ts";
import { gateLines } from "./gate-lines.ts";

const symbols = { passes: "✅", fails: "❌", undecided: "❔" } as const;

/** Escapes characters that Markdown or a table would interpret. */
const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>|#]/g, character => `\\${character}`).replace(/\s+/g, " ");

const row = (...cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function verdictOf({ gate }: EvaluationResult): string {
  if (gate === null) return "";
  const lines = gateLines(gate);
  const failedCount = lines.filter(({ outcome }) => outcome === "fails").length;
  const undecidedCount = lines.filter(({ outcome }) => outcome === "undecided").length;
  if (failedCount > 0) return `: ${failedCount} of ${lines.length} checks fail`;
  return undecidedCount > 0
    ? `: ${undecidedCount} of ${lines.length} checks are not decided`
    : ": all checks pass";
}

function gateTable({ gate }: EvaluationResult): string[] {
  if (gate === null) return [];
  const lines = gateLines(gate).map(({ name, outcome, finding }) =>
    row(symbols[outcome], escapeMarkdown(name), escapeMarkdown(finding)),
  );
  return ["", row("", "check", "found"), row("---", "---", "---"), ...lines];
}

const metricRow = ([metric, summary]: readonly [Metric, Summary]): string =>
  row(metric, valueText(summary.value), rangeText(summary), String(summary.n));

/** The summary: the gate, then the metrics, folded. */
export function markdownSummary(result: EvaluationResult): string {
  const { name, items, missing, systems } = result;
  const metrics = metricsOf(systems).flatMap(metric => {
    const summary = systems[0]?.metrics[metric];
    return summary ? [[metric, summary] as const] : [];
  });
  const lines = [
    `### ${escapeMarkdown(name)}${verdictOf(result)}`,
    ...gateTable(result),
    ...(result.gate?.warning ? ["", escapeMarkdown(result.gate.warning)] : []),
    "",
    `<details><summary>${metrics.length} metrics across ${items} items${missing.length > 0 ? `, ${missing.length} without a prediction` : ""}</summary>`,
    "",
    row("metric", "value", "95% interval", "items"),
    row("---", "---:", "---", "---:"),
    ...metrics.map(metricRow),
    "",
    "</details>",
  ];
  return `${lines.join("\n")}\n`;
}
