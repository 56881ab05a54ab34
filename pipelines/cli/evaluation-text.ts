// Results of evaluations as tables for a terminal.

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
import { comparedLines } from "../run/gate-files.ts";
import { digits, interval, summaryHead, summaryRow } from "./figures.ts";
import { toolScoresText } from "./tool-scores-text.ts";
import { linkLines } from "./link-text.ts";
import { headline, metricLines } from "./metric-text.ts";
import { table } from "./print.ts";

function metricsTable({ metrics }: SystemResult): string {
  const rows = Object.entries(metrics).map(([metric, summary]) => summaryRow(metric, summary));
  return [
    table(["metric", ...summaryHead], rows),
    ...metricLines(Metric.options.filter(metric => metrics[metric] !== undefined)),
  ].join("\n");
}

function sweepTable({ systems }: EvaluationResult): string {
  const shown = headline.filter(metric =>
    systems.some(({ metrics }) => (metrics[metric]?.n ?? 0) > 0),
  );
  const rows = systems.map(({ system, metrics }) => [
    system,
    ...shown.map(metric => digits(metrics[metric]?.value ?? null)),
  ]);
  return [table(["setting", ...shown], rows), ...metricLines(shown)].join("\n");
}

function lossesLines({ told, references, lostReferences, items, lostItems }: LossCounts): string[] {
  if (told.length === 0)
    return [
      "Where evidence was lost is not told: the predictions name no passages, or the items no references.",
    ];
  const rows = told.map(step => [step, lostReferences[step] ?? 0, lostItems[step] ?? 0]);
  const untold = ["parsing", "chunking", "retrieval", "reranking", "generation"].filter(
    step => !told.some(one => one === step),
  );
  const silent =
    untold.length > 0 ? [`Not told of, so nothing is blamed on: ${untold.join(", ")}.`] : [];
  return [
    `Where evidence was lost (${references} references of ${items} items):`,
    table(["step", "references lost", "items that lost something here first"], rows),
    ...silent,
  ];
}

const named = (ids: readonly string[]): string =>
  ids.length <= 5 ? ids.join(", ") : `${ids.slice(0, 5).join(", ")} and ${ids.length - 5} more`;

/** What the grounded share is taken over, and what it leaves out. */
function originalLines({ original }: EvaluationResult): string[] {
  if (original === null) return [];
  const { against, changed, unchanged, unpaired } = original;
  const left = [
    ...(unchanged.length > 0
      ? [`${unchanged.length} whose answer did not change (${named(unchanged)})`]
      : []),
    ...(unpaired.length > 0 ? [`${unpaired.length} of no item there (${named(unpaired)})`] : []),
  ];
  return [
    `grounded-share is over the ${changed} items whose answer changed from ${against.path}${left.length > 0 ? `; left out: ${left.join(", ")}` : ""}.`,
  ];
}

/** What the judge would not say. */
const abstentionLines = ({ systems }: EvaluationResult): string[] =>
  systems.flatMap(({ system, abstained = {} }) => {
    const counts = Object.entries(abstained).map(([metric, count]) => `${metric} ${count}`);
    return counts.length === 0
      ? []
      : [
          `The judge abstained from answers of ${system}, which are not scored: ${counts.join(", ")}`,
        ];
  });

/** What RAGQuestEval leaves out. */
const questLines = ({ quest }: EvaluationResult): string[] =>
  quest === null || quest.dropped === 0
    ? []
    : [
        `quest-recall and quest-precision leave out ${quest.dropped} of ${quest.questions} questions: the reference, read alone, does not answer them.`,
      ];

function joinLines({ items, missing, surplus }: EvaluationResult): string[] {
  return [
    ...(missing.length > 0
      ? [
          `${missing.length} of ${items} items have no prediction, and the values are over the others: ${named(missing)}`,
        ]
      : []),
    ...(surplus.length > 0
      ? [`${surplus.length} predictions are of no item: ${named(surplus)}`]
      : []),
  ];
}

const unplacedWords: Record<Unplaced, string> = {
  "document-only": "name a document alone, which counts for ranks and not for evidence",
  "text-only": "have a text that stands in no document or in several, and are compared by words",
  unmatched:
    "could not be matched to any document or chunk (the system's own chunks are given with --chunks)",
};

/** What became of the passages; nothing where all have their place. */
function passageLines({ passages }: EvaluationResult): string[] {
  if (passages === null) return [];
  const others = Unplaced.options.flatMap(kind => {
    const found = passages.others[kind];
    return found ? [`  ${found.n} ${unplacedWords[kind]}; one of them: ${found.example}`] : [];
  });
  return others.length === 0
    ? []
    : [`Of ${passages.all} passages ${passages.placed} were placed in the documents.`, ...others];
}

const comparisonLine = ({ metric, first, second, difference, low, high, p, n }: Comparison) => [
  metric,
  `${first} − ${second}`,
  digits(difference),
  interval({ low, high }),
  p === null ? "" : p < 0.001 ? "< 0.001" : p.toFixed(3),
  n,
];

const comparisonsTable = (comparisons: readonly Comparison[]): string[] =>
  comparisons.length === 0
    ? []
    : [
        "",
        table(
          ["metric", "difference", "mean", "95 % interval", "p", "items"],
          comparisons.map(comparisonLine),
        ),
      ];

const rankingLine = ({ metric, tau, low, high, systems, items, other }: RankingAgreement): string =>
  `${metric}: Kendall's τ ${digits(tau)} (${interval({ low, high })}) over ${systems.length} systems, ${items.ours} items of ours, ${items.theirs} of ${other}`;

/** The whole of a result: one system in full, several by their headline metrics; then losses, comparisons, rankings, judges. */
export function evaluationText(result: EvaluationResult, path: string): string {
  const [first, ...more] = result.systems;
  const lines = [
    ...joinLines(result),
    ...passageLines(result),
    more.length > 0 ? sweepTable(result) : first ? metricsTable(first) : "Nothing was scored.",
    ...abstentionLines(result),
    ...questLines(result),
    ...result.systems.flatMap(toolScoresText),
    ...originalLines(result),
    ...(more.length === 0 && first?.losses ? ["", ...lossesLines(first.losses)] : []),
    ...comparisonsTable(result.comparisons),
    ...(result.link ? ["", ...linkLines(result.link)] : []),
    ...(result.ranking.length > 0
      ? [
          "",
          "How alike two sets of questions rank the settings (1: in the same order, 0: nothing in common):",
          ...result.ranking.map(rankingLine),
        ]
      : []),
    ...(result.judges.length > 0
      ? [
          "",
          ...result.judges.map(
            ({ metric, n, meanAbsoluteDifference, kappa }) =>
              `judge against people, ${metric}: mean absolute difference ${digits(meanAbsoluteDifference)} over ${n} answers${kappa === null ? "" : `, κ ${digits(kappa)}`}`,
          ),
        ]
      : []),
    "",
    `${result.variant === "published" ? "Computed as the released programs do, faults included. " : ""}Result: ${path}`,
  ];
  return lines.join("\n");
}

/** Metrics that were not computed, and why, in one line; empty where there is none. */
export function absentText(absent: ReadonlyMap<string, readonly Metric[]>): string {
  const groups = [...absent].map(([lack, metrics]) => `${metrics.join(", ")} (${lack})`);
  return groups.length === 0 ? "" : `Not computed: ${groups.join("; ")}`;
}

/** What no judge or score came of. */
export const failedText = (failed: number, directory: string): string =>
  failed === 0
    ? ""
    : `${failed} rows failed and are not counted, listed in ${join(directory, "failures.jsonl")}; --retry-failed asks for them again`;

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
  if (value === null) return `${subject} has no value, so that its bound of ${limit} is not kept`;
  const silent =
    abstained > 0 ? `; ${abstained} items are left out, from which the judge abstained` : "";
  const counted =
    failed > 0
      ? `; ${failed} of ${items} items have no prediction or no value and count as the worst there is`
      : "";
  return `${subject} is ${digits(value)}, ${must === "at-least" ? "below" : "above"} ${limit}${counted}${silent}`;
}

/** What the gate found: a warning where items were left out, the bounds that are not kept, and how it compares with the other system. */
export const gateText = (gate: Gate): string => {
  const { bounds, warning } = gate;
  return [
    ...(warning === null ? [] : [`WARNING ${warning}`]),
    ...bounds.filter(({ kept }) => !kept).map(boundLine),
    ...comparedLines(gate),
  ].join("\n");
};
