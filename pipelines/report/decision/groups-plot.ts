// Plots the lead over all items and in each group, with intervals around a line at 0.

import type { Decision, Lead } from "../../../schemas/evaluation/decision.ts";
import { drawPlot, figure, shortName } from "../evaluation/draw-plots.ts";
import { type Html, html } from "../html.ts";
import { leadCell } from "./decision-figures.ts";
import type { PageLanguage } from "../page-language.ts";
import { decisionPageWords } from "./page-words.ts";
import { groupName } from "./robustness.ts";

// Heights in units of the drawing.
const [rowHeight, axisHeight] = [34, 42];

interface NamedLead extends Lead {
  readonly name: string;
}

/** Positive is to the right: the second system is ahead. Groups without an interval are only in the table. */
export function groupsPlot(decision: Decision, language: PageLanguage): Html {
  const words = decisionPageWords[language];
  const overall: NamedLead = { name: words.all, ...decision.lead };
  const groups = decision.groups.map(group => ({ ...group, name: groupName(group, language) }));
  const intervals = [overall, ...groups].flatMap(row =>
    row.low === null || row.high === null || row.difference === null
      ? []
      : [{ ...row, low: 100 * row.low, high: 100 * row.high, difference: 100 * row.difference }],
  );
  if (intervals.length < 2) return html``;
  const rows = intervals.map((row, index) => ({
    ...row,
    label: shortName(row.name),
    y: index * rowHeight,
  }));
  const axisLimit =
    Math.max(...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)])) * 1.08;
  const figures = [overall, ...groups].map(row => `${row.name}: ${leadCell(row)}`).join("; ");
  const plot = drawPlot({
    textAlternative: figures,
    height: rows.length * rowHeight + axisHeight,
    options: Plot => ({
      marginLeft: 12,
      x: { domain: [-axisLimit, axisLimit], ticks: 5, label: null },
      y: { domain: [0, rows.length * rowHeight], reverse: true, axis: null },
      marks: [
        Plot.ruleX([0], { stroke: "var(--kept)", strokeDasharray: "4 3" }),
        Plot.text(rows, {
          text: "label",
          y: row => row.y + 7,
          frameAnchor: "left",
          fill: "var(--ink)",
          stroke: "var(--card)",
          strokeWidth: 4,
        }),
        Plot.link(rows, {
          x1: "low",
          x2: "high",
          y1: row => row.y + 22,
          y2: row => row.y + 22,
          stroke: "var(--series-1)",
          strokeWidth: 3,
          strokeOpacity: 0.55,
        }),
        Plot.dot(rows, { x: "difference", y: row => row.y + 22, r: 4, fill: "var(--series-1)" }),
      ],
    }),
  });
  return figure(words.plotted(decision), plot);
}
