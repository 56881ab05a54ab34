// Formats the scores that another tool gave the answers as a table next to ours.

import type { SystemResult } from "../../schemas/evaluation/result.ts";
import { summaryHeadings, summaryRow } from "./figure-text.ts";
import { table } from "./printer.ts";

/** Empty if no other tool scored the answers. */
export function toolScoresLines({ system, toolScores }: SystemResult): string[] {
  if (toolScores === null) return [];
  const { tool, metrics } = toolScores;
  const rows = metrics.map(({ metric, ...summary }) => summaryRow(metric, summary));
  return [
    "",
    `Scores that ${tool} gave the same answers, according to the file of ${system}:`,
    table([`metric of ${tool}`, ...summaryHeadings], rows),
  ];
}
