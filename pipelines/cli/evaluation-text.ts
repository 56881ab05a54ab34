// Formats the results of evaluations as tables for the terminal.

import { join } from "node:path";
import { Metric } from "../../schemas/evaluation/metrics.ts";
import {
  type BoundResult,
  type Comparison,
  type EvaluationResult,
  type Gate,
  type LossCounts,
  type RankingAgreement,
  subjectOf,
  type SystemResult,
  Unplaced,
} from "../../schemas/evaluation/result.ts";
import { comparisonLines } from "../run/evaluation-gate.ts";
import { figureText, intervalText, summaryHeadings, summaryRow } from "./figure-text.ts";
import { toolScoresLines } from "./tool-scores-text.ts";
import { linkLines } from "./link-text.ts";
import { metricLines, shownMetrics } from "./metric-text.ts";
import { table } from "./printer.ts";

function metricsTable({ metrics }: SystemResult): string {
  const rows = Object.entries(metrics).map(([metric, summary]) => summaryRow(metric, summary));
  return [
    table(["metric", ...summaryHeadings], rows),
    ...metricLines(Metric.options.filter(metric => metrics[metric] !== undefined)),
  ].join("\n");
}

function sweepTable({ systems }: EvaluationResult): string {
  const columns = shownMetrics(
    Metric.options.filter(metric => systems.some(({ metrics }) => (metrics[metric]?.n ?? 0) > 0)),
  );
  const rows = systems.map(({ system, metrics }) => [
    system,
    ...columns.map(metric => figureText(metrics[metric]?.value ?? null)),
  ]);
  return [table(["setting", ...columns], rows), ...metricLines(columns)].join("\n");
}

function lossesLines({ told, references, lostReferences, items, lostItems }: LossCounts): string[] {
  if (told.length === 0)
    return [
      "Where evidence was lost is unknown: the predictions contain no passages, or the items have no references.",
    ];
  const rows = told.map(step => [step, lostReferences[step] ?? 0, lostItems[step] ?? 0]);
  const unreported = ["parsing", "chunking", "retrieval", "reranking", "generation"].filter(
    step => !told.some(reportedStep => reportedStep === step),
  );
  const note =
    unreported.length > 0
      ? [
          `No loss is attributed to these steps, since they were not reported: ${unreported.join(", ")}.`,
        ]
      : [];
  return [
    `Where evidence was lost (${references} references of ${items} items):`,
    table(["step", "references lost", "items whose first loss is here"], rows),
    ...note,
  ];
}

const listIds = (ids: readonly string[]): string =>
  ids.length <= 5 ? ids.join(", ") : `${ids.slice(0, 5).join(", ")} and ${ids.length - 5} more`;

/** The items that the grounded share covers, and those it leaves out. */
function originalLines({ original }: EvaluationResult): string[] {
  if (original === null) return [];
  const { against, changed, unchanged, unpaired } = original;
  const leftOut = [
    ...(unchanged.length > 0
      ? [`${unchanged.length} whose answer did not change (${listIds(unchanged)})`]
      : []),
    ...(unpaired.length > 0
      ? [`${unpaired.length} without an item there (${listIds(unpaired)})`]
      : []),
  ];
  return [
    `grounded-share covers the ${changed} items whose answer differs from the one in ${against.path}${leftOut.length > 0 ? `; left out: ${leftOut.join(", ")}` : ""}.`,
  ];
}

/** Counts of the answers that the judge abstained from scoring. */
const abstentionLines = ({ systems }: EvaluationResult): string[] =>
  systems.flatMap(({ system, abstained = {} }) => {
    const counts = Object.entries(abstained).map(([metric, count]) => `${metric} ${count}`);
    return counts.length === 0
      ? []
      : [`The judge abstained from scoring some answers of ${system}: ${counts.join(", ")}`];
  });

/** A note on the questions that RAGQuestEval leaves out. */
const questLines = ({ quest }: EvaluationResult): string[] =>
  quest === null || quest.dropped === 0
    ? []
    : [
        `quest-recall and quest-precision leave out ${quest.dropped} of ${quest.questions} questions: the reference, read alone, does not answer them.`,
      ];

function unmatchedLines({ items, missing, surplus }: EvaluationResult): string[] {
  return [
    ...(missing.length > 0
      ? [
          `${missing.length} of ${items} items have no prediction and are not included in the values: ${listIds(missing)}`,
        ]
      : []),
    ...(surplus.length > 0
      ? [`${surplus.length} predictions do not belong to any item: ${listIds(surplus)}`]
      : []),
  ];
}

const unplacedDescriptions: Record<Unplaced, string> = {
  "document-only": "name only a document, which counts toward ranks but not toward evidence",
  "text-only":
    "have text that is found in no document or in several, and are compared by their words",
  unmatched:
    "could not be matched to any document or chunk (give the system's own chunks with --chunks)",
};

/** Counts of the passages that could not be placed in a document, by reason; empty if there are none. */
function passageLines({ passages }: EvaluationResult): string[] {
  if (passages === null) return [];
  const reasons = Unplaced.options.flatMap(kind => {
    const group = passages.others[kind];
    return group
      ? [`  ${group.n} ${unplacedDescriptions[kind]}; for example: ${group.example}`]
      : [];
  });
  return reasons.length === 0
    ? []
    : [`${passages.placed} of ${passages.all} passages were placed in the documents.`, ...reasons];
}

const comparisonRow = ({ metric, first, second, difference, low, high, p, n }: Comparison) => [
  metric,
  `${first} − ${second}`,
  figureText(difference),
  intervalText({ low, high }),
  p === null ? "" : p < 0.001 ? "< 0.001" : p.toFixed(3),
  n,
];

const comparisonsTable = (comparisons: readonly Comparison[]): string[] =>
  comparisons.length === 0
    ? []
    : [
        "",
        table(
          ["metric", "difference", "mean", "95% interval", "p", "items"],
          comparisons.map(comparisonRow),
        ),
      ];

const rankingLine = ({ metric, tau, low, high, systems, items, other }: RankingAgreement): string =>
  `${metric}: Kendall's τ ${figureText(tau)} (${intervalText({ low, high })}) over ${systems.length} systems, ${items.ours} items of ours, ${items.theirs} of ${other}`;

/** Formats a whole result: one system in full, several by their headline metrics; then losses, comparisons, rankings and judges. */
export function evaluationText(result: EvaluationResult, path: string): string {
  const [first, ...more] = result.systems;
  const lines = [
    ...unmatchedLines(result),
    ...passageLines(result),
    more.length > 0 ? sweepTable(result) : first ? metricsTable(first) : "Nothing was scored.",
    ...abstentionLines(result),
    ...questLines(result),
    ...result.systems.flatMap(toolScoresLines),
    ...originalLines(result),
    ...(more.length === 0 && first?.losses ? ["", ...lossesLines(first.losses)] : []),
    ...comparisonsTable(result.comparisons),
    ...(result.link ? ["", ...linkLines(result.link)] : []),
    ...(result.ranking.length > 0
      ? [
          "",
          "How similarly two sets of questions rank the settings (1: in the same order, 0: nothing in common):",
          ...result.ranking.map(rankingLine),
        ]
      : []),
    ...(result.judges.length > 0
      ? [
          "",
          ...result.judges.map(
            ({ metric, n, meanAbsoluteDifference, kappa }) =>
              `judge against people, ${metric}: mean absolute difference ${figureText(meanAbsoluteDifference)} over ${n} answers${kappa === null ? "" : `, κ ${figureText(kappa)}`}`,
          ),
        ]
      : []),
    "",
    `${result.variant === "published" ? "Computed as in the released programs, bugs included. " : ""}Result: ${path}`,
  ];
  return lines.join("\n");
}

/** Metrics that were not computed, and why, in one line; empty if there are none. */
export function notComputedText(notComputed: ReadonlyMap<string, readonly Metric[]>): string {
  const groups = [...notComputed].map(([reason, metrics]) => `${metrics.join(", ")} (${reason})`);
  return groups.length === 0 ? "" : `Not computed: ${groups.join("; ")}`;
}

/** A note on the rows whose judging or scoring failed; empty if there are none. */
export const failedRowsText = (failed: number, directory: string): string =>
  failed === 0
    ? ""
    : `${failed} rows failed and are not counted, listed in ${join(directory, "failures.jsonl")}; --retry-failed retries them`;

function boundLine({
  value,
  limit,
  must,
  items,
  failed,
  abstained = 0,
  ...bound
}: BoundResult): string {
  const subject = subjectOf(bound);
  if (value === null) return `${subject} has no value, so its bound of ${limit} is not met`;
  const abstentionNote =
    abstained > 0 ? `; ${abstained} items that the judge abstained from scoring are left out` : "";
  const failedNote =
    failed > 0
      ? `; ${failed} of ${items} items have no prediction or no value and count as the worst value`
      : "";
  return `${subject} is ${figureText(value)}, ${must === "at-least" ? "below" : "above"} ${limit}${failedNote}${abstentionNote}`;
}

/** What the gate found: a warning if items were left out, the bounds that are not met, and the comparison with the other system. */
export const gateText = (gate: Gate): string => {
  const { bounds, warning } = gate;
  return [
    ...(warning === null ? [] : [`WARNING ${warning}`]),
    ...bounds.filter(({ kept }) => !kept).map(boundLine),
    ...comparisonLines(gate),
  ].join("\n");
};
