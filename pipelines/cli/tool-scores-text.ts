// What another tool gave the answers, as a table beside ours.

import type { SystemResult } from "../../schemas/evaluation/result.ts";
import { summaryHead, summaryRow } from "./figures.ts";
import { table } from "./print.ts";

/** Nothing where no tool did. */
export function toolScoresText({ system, toolScores }: SystemResult): string[] {
  if (toolScores === null) return [];
  const { tool, metrics } = toolScores;
  const rows = metrics.map(({ metric, ...summary }) => summaryRow(metric, summary));
  return [
    "",
    `What ${tool} gave the same answers, as the file of ${system} tells it:`,
    table([`metric of ${tool}`, ...summaryHead], rows),
  ];
}
