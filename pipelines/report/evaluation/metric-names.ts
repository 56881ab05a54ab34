// How the report calls metrics, which of them stand in front, and how their values are written.

import {
  judgedMetrics,
  lowerIsBetter,
  Metric,
  neitherIsBetter,
  retrievalMetrics,
  type Summary,
} from "../../../schemas/evaluation/metrics.ts";
import { type Html, html } from "../html.ts";
import { count, numeric } from "../tables.ts";

export const metricLabels: Record<Metric, string> = {
  "rageval-recall": "Recall (RAGEval)",
  "rageval-recall-same-chunk": "Recall, in one chunk",
  "rageval-eir": "EIR",
  "rageval-precision": "Precision (RAGEval)",
  "rageval-snr": "SNR",
  "evidence-recall": "Evidence recall",
  mrr: "MRR",
  "crud-mrr": "MRR (CRUD)",
  "hit-at-1": "Hit@1",
  "hit-at-5": "Hit@5",
  "hit-at-10": "Hit@10",
  "recall-at-5": "Recall@5",
  "recall-at-10": "Recall@10",
  "ndcg-at-10": "nDCG@10",
  "cofe-recall": "Recall (CoFE)",
  "cofe-accuracy": "Accuracy (CoFE)",
  "rouge-l": "ROUGE-L",
  bleu: "BLEU",
  "bleu-corpus": "BLEU, corpus",
  "crud-bleu": "BLEU (CRUD)",
  "crud-bleu-1": "BLEU-1 (CRUD)",
  "crud-bleu-2": "BLEU-2 (CRUD)",
  "crud-bleu-3": "BLEU-3 (CRUD)",
  "crud-bleu-4": "BLEU-4 (CRUD)",
  "crud-rouge-l": "ROUGE-L (CRUD)",
  "sentence-cosine": "Sentence cosine",
  "answer-length": "Answer length",
  "right-answer-rate": "Right, no trap",
  "stale-answer-rate": "Stale answers",
  "superseded-answer-rate": "Superseded answers",
  "later-answer-rate": "Answers too late",
  "twin-answer-rate": "Near-twin's answers",
  "partial-answer-rate": "Partial answers",
  "grounded-share": "Grounded share",
  completeness: "Completeness",
  hallucination: "Hallucination",
  irrelevance: "Irrelevance",
  "quest-recall": "Quest recall",
  "quest-precision": "Quest precision",
  faithfulness: "Faithfulness",
  relevance: "Relevance",
  correctness: "Correctness (1–5)",
  pass: "Pass",
};

/** Whether more is better, less is, or neither can be said. */
export const directionOf = (metric: Metric): 1 | -1 | 0 =>
  neitherIsBetter.includes(metric) ? 0 : lowerIsBetter.includes(metric) ? -1 : 1;

/** Whether a judge model says it. */
export const isJudged = (metric: Metric): boolean =>
  judgedMetrics.some(judged => judged === metric);

/** The label, and ↓ where less is better. */
export const headOf = (metric: Metric): string =>
  directionOf(metric) === -1 ? `${metricLabels[metric]} ↓` : metricLabels[metric];

// One or two of each family, those first that say most of a system as a whole.
const foremost: readonly Metric[] = [
  "grounded-share",
  "evidence-recall",
  "rageval-recall",
  "cofe-recall",
  "recall-at-5",
  "ndcg-at-10",
  "mrr",
  "completeness",
  "hallucination",
  "correctness",
  "quest-recall",
  "rouge-l",
  "crud-bleu",
  "answer-length",
];

const byPlace = [...foremost, ...Metric.options.filter(metric => !foremost.includes(metric))];

type Measured = readonly { readonly metrics: Readonly<Partial<Record<Metric, Summary>>> }[];

/** All metrics that any of these systems has, the foremost first. */
export const metricsOf = (systems: Measured): Metric[] =>
  byPlace.filter(metric => systems.some(({ metrics }) => metrics[metric] !== undefined));

/** Those worth a plot: of a quality, with a value in a system at least. At most so many, from retrieval and from answers in turn. */
export function plottedMetrics(systems: Measured, most: number): Metric[] {
  const found = metricsOf(systems).filter(
    metric =>
      directionOf(metric) !== 0 &&
      systems.some(({ metrics }) => typeof metrics[metric]?.value === "number"),
  );
  const ofRetrieval = found.filter(metric =>
    retrievalMetrics.some(retrieval => retrieval === metric),
  );
  const ofAnswers = found.filter(metric => !ofRetrieval.includes(metric));
  const chosen = found.map((_, turn) => [ofRetrieval[turn], ofAnswers[turn]]).flat();
  return chosen.flatMap(metric => metric ?? []).slice(0, most);
}

/** Three figures or so; a dash where there is none. */
export function valueText(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  const written =
    size >= 1000 ? count(Math.round(value)) : value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 3);
  return written.replace(/^-(?=[0.]*$)/, "").replace("-", "−");
}

/** `0.500–0.700`; nothing where there is no interval. */
export const rangeText = ({ low, high }: Pick<Summary, "low" | "high">): string =>
  low === null || high === null ? "" : `${valueText(low)} to ${valueText(high)}`;

/** The value over its interval and n, with what is undefined. */
export function summaryCell(summary: Summary | undefined): Html {
  if (!summary) return numeric("");
  const { value, n } = summary;
  const lines = [
    rangeText(summary),
    `n ${count(n)}${summary.undefined > 0 ? `, ${count(summary.undefined)} undefined` : ""}`,
  ].filter(line => line !== "");
  return numeric(
    html`<b>${valueText(value)}</b>${lines.map(line => html`<span class="under">${line}</span>`)}`,
  );
}
