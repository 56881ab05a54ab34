// Results of evaluations as a baseline's sweep and an evaluation of predictions write them, and an audit beside them.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DecisionRow, decisions } from "../../schemas/annotation.ts";
import type { BaselineSetting } from "../../schemas/evaluation/baseline.ts";
import {
  type FindingRow,
  findings,
  type ItemStatisticsRow,
  itemStatistics,
} from "../../schemas/evaluation/findings.ts";
import { type Metric, Step, type Summary } from "../../schemas/evaluation/metrics.ts";
import {
  EvaluationResult,
  type LossCounts,
  type SystemResult,
} from "../../schemas/evaluation/result.ts";
import type { LinkedMetric, SplitLink } from "../../schemas/evaluation/split-link.ts";
import { putEach, putWhole } from "./sample-run.ts";

/** A share's mean over n items with an interval about as wide as its would be. */
export function summary(value: number | null, n = 100, more: Partial<Summary> = {}): Summary {
  const half = value === null ? null : 1.96 * Math.sqrt(Math.max(0.02, value * (1 - value)) / n);
  return {
    value,
    low: value === null || half === null ? null : Math.max(0, value - half),
    high: value === null || half === null ? null : value + half,
    n,
    undefined: 0,
    ...more,
  };
}

export const lossesOf = (
  references: number,
  lost: Partial<Record<Step, number>>,
  told: readonly Step[] = Step.options,
): LossCounts => ({
  told: [...told],
  references,
  lostReferences: lost,
  items: references,
  lostItems: lost,
});

export const settingOf = (given: Partial<BaselineSetting>): BaselineSetting => {
  const setting = {
    chunkSize: 512,
    overlap: 0,
    retriever: "bm25" as const,
    topK: 4,
    fetched: 30,
    subjectPrefix: false,
    ...given,
  };
  const { chunkSize, overlap, retriever, topK, subjectPrefix } = setting;
  return {
    ...setting,
    id: [chunkSize, overlap, retriever, topK, ...(subjectPrefix ? ["subject"] : [])].join("-"),
  };
};

export const systemOf = (
  name: string,
  metrics: Partial<Record<Metric, Summary>>,
  more: Partial<SystemResult> = {},
): SystemResult => ({
  system: name,
  setting: null,
  metrics,
  groups: [],
  losses: null,
  failures: null,
  performance: null,
  toolScores: null,
  ...more,
});

const groupRows = (base: number): SystemResult["groups"] =>
  (
    [
      ["type", ["factual", "multi-hop", "summary", "comparison"]],
      ["domain", ["finance", "law", "medical"]],
      ["language", ["zh", "en"]],
    ] as const
  ).flatMap(([grouping, names]) =>
    names.flatMap((group, at) =>
      (["evidence-recall", "completeness"] as const).map(metric => ({
        grouping,
        group,
        metric,
        ...summary(Math.max(0, base - 0.07 * at), 30 + at),
      })),
    ),
  );

/** One system of a sweep: more and smaller chunks find more, a reranker helps. */
function sweptSystem(given: Partial<BaselineSetting>): SystemResult {
  const setting = settingOf(given);
  const help = {
    bm25: 0,
    dense: 0.03,
    hybrid: 0.08,
    "random-hybrid": 0.02,
    "hybrid-rerank": 0.14,
    "bm25-rerank": 0.09,
  }[setting.retriever];
  const recall = Math.min(
    0.97,
    0.42 + help + 0.05 * Math.log2(setting.topK) - 0.03 * Math.log2(setting.chunkSize / 128),
  );
  const lost = {
    parsing: 0,
    chunking: Math.round(3000 / setting.chunkSize),
    retrieval: Math.round(240 * (1 - recall)),
    reranking: setting.retriever.includes("rerank") ? 9 : 0,
    generation: 22,
  };
  return systemOf(
    setting.id,
    {
      "evidence-recall": summary(recall),
      "ndcg-at-10": summary(recall - 0.08),
      mrr: summary(recall - 0.05),
      completeness: summary(recall * 0.8, 97, { undefined: 3 }),
      hallucination: summary(0.3 - recall / 4, 97, { undefined: 3 }),
      "rouge-l": summary(recall / 2),
      bleu: summary(recall / 3),
      "answer-length": { ...summary(0.5), value: 212.4, low: 198.2, high: 226.9 },
    },
    {
      setting,
      groups: groupRows(recall),
      losses: lossesOf(
        240,
        lost,
        setting.retriever.includes("rerank")
          ? Step.options
          : Step.options.filter(step => step !== "reranking"),
      ),
    },
  );
}

/** Chunk size and top-k paired at 2,048 tokens, top-k alone, and retrievers. */
export const sweptSystems: readonly SystemResult[] = [
  ...(["bm25", "hybrid"] as const).flatMap(retriever =>
    [
      [128, 16],
      [256, 8],
      [512, 4],
    ].map(([chunkSize = 0, topK = 0]) => sweptSystem({ chunkSize, topK, retriever })),
  ),
  ...[2, 8].map(topK => sweptSystem({ topK })),
  ...(["dense", "hybrid-rerank"] as const).map(retriever => sweptSystem({ retriever })),
];

export const resultOf = (given: Partial<EvaluationResult> = {}): EvaluationResult =>
  EvaluationResult.parse({
    format: 1,
    kind: "evaluation",
    name: "predictions",
    variant: "paper",
    items: 100,
    systems: [],
    missing: [],
    surplus: [],
    provenance: {
      predictions: { path: "predictions.jsonl", hash: "0" },
      against: { path: "out/run", hash: "1" },
      models: {},
      program: "ragwright 0.1.0",
    },
    distractors: null,
    comparisons: [],
    detectable: {},
    ranking: [],
    judges: [],
    ...given,
  });

const estimateOf = (value: number, half: number) => ({
  value,
  low: value - half,
  high: value + half,
});

/** A metric on two splits: the system gained six points, the news cost it eleven. */
export const linked = (given: Partial<LinkedMetric> = {}): LinkedMetric => ({
  metric: "evidence-recall",
  older: 0.6,
  newer: 0.55,
  equated: 0.66,
  news: { logits: estimateOf(-0.46, 0.2), points: estimateOf(-0.11, 0.05) },
  system: { logits: estimateOf(0.26, 0.2), points: estimateOf(0.06, 0.05) },
  anchors: ["128-0-bm25-4", "512-0-bm25-4"],
  spread: 0.12,
  disagreement: 0,
  items: { older: 30, newer: 28 },
  leftOut: [{ type: "summarization", language: "zh", older: 4, newer: 1 }],
  ...given,
});

export const linkOf = (given: Partial<SplitLink> = {}): SplitLink => ({
  older: { path: "out/news/evaluations/mine", system: "mine" },
  newer: { path: "out/news-2025-06-01/evaluations/mine", system: "mine" },
  metrics: [],
  notFrozen: [],
  unlinked: [],
  refusal: null,
  ...given,
});

/** A sweep with everything a result may hold. */
export const sweepResult = (): EvaluationResult =>
  resultOf({
    kind: "baseline",
    name: "sweep",
    systems: [...sweptSystems],
    provenance: {
      predictions: null,
      against: { path: "out/run", hash: "1" },
      models: { "baseline/answers": "rules@1", "evaluate/keypoint-judgements": "judge-large" },
      program: "ragwright 0.1.0",
    },
    distractors: 200,
    comparisons: sweptSystems.slice(1, 6).map(({ system }, at) => ({
      metric: "evidence-recall",
      first: sweptSystems[0]!.system,
      second: system,
      difference: -0.02 * at,
      low: -0.02 * at - 0.03,
      high: -0.02 * at + 0.03,
      p: 0.5 / (at * at * 4 + 1),
      n: 100,
    })),
    detectable: { "evidence-recall": 0.081, completeness: 0.112, bleu: null },
    ranking: [
      {
        metric: "evidence-recall",
        other: "queries of people",
        systems: sweptSystems.map(({ system, metrics }, at) => ({
          system,
          ours: metrics["evidence-recall"]?.value ?? 0,
          theirs: (metrics["evidence-recall"]?.value ?? 0) * 0.9 + 0.02 * (at % 3),
        })),
        tau: 0.73,
        low: 0.51,
        high: 0.88,
        items: { ours: 100, theirs: 120 },
      },
    ],
    link: linkOf({ metrics: [linked()] }),
    judges: [
      { metric: "completeness", n: 40, meanAbsoluteDifference: 0.071, kappa: 0.68, verdicts: 171 },
    ],
  });

/** Two systems that a user evaluated, of which one tells little of its steps. */
export const evaluationResult = (): EvaluationResult =>
  resultOf({
    systems: [
      systemOf(
        "our RAG, third version of the retriever with reranking over passages",
        { "rageval-recall": summary(0.71), completeness: summary(0.66), pass: summary(0.58) },
        { losses: lossesOf(120, { retrieval: 25, generation: 12 }, ["retrieval", "generation"]) },
      ),
      systemOf("另一个检索系统（第二版，重排序）", {
        "rageval-recall": summary(0.64),
        completeness: summary(null, 0, { undefined: 100 }),
      }),
    ],
    missing: ["i-7"],
    surplus: ["i-99", "i-100"],
    variant: "published",
  });

export function putResult(directory: string, name: string, result: unknown): void {
  mkdirSync(join(directory, "evaluations", name), { recursive: true });
  writeFileSync(
    join(directory, "evaluations", name, "result.json"),
    typeof result === "string" ? result : JSON.stringify(result),
  );
}

export interface AuditSample {
  readonly found?: readonly Omit<FindingRow, "id" | "language">[];
  readonly statistics?: readonly Omit<
    ItemStatisticsRow,
    "language" | "metric" | "systems" | "dead"
  >[];
}

export function putAudit(directory: string, { found = [], statistics = [] }: AuditSample): void {
  const rowOf = (
    row: AuditSample["found"] extends readonly (infer Row)[] | undefined ? Row : never,
    at: number,
  ) => ({ id: `f-${at}`, language: "en" as const, ...row });
  putEach(join(directory, "audit"), findings, found.map(rowOf));
  const rows = statistics.map(row => ({
    ...row,
    language: "en" as const,
    metric: "evidence-recall",
    systems: 10,
    dead: false,
  }));
  putWhole(join(directory, "audit"), itemStatistics, rows);
}

export function putDecisions(
  directory: string,
  rows: readonly Pick<DecisionRow, "itemId" | "decision" | "language">[],
): void {
  const made = rows.map(
    (row, at): DecisionRow => ({
      ...row,
      id: `d-${at}`,
      protocol: "crud-query",
      version: row.decision === "accepted" ? 1 : null,
      reviewIds: ["r"],
      detail: "",
    }),
  );
  putWhole(directory, decisions, made);
}
