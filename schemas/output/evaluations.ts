// Output of `predict`, `evaluate`, `baseline`, `audit` and `decide` with `--json`.

import { z } from "zod";
import { Decision } from "../evaluation/decision.ts";
import { FindingCode } from "../evaluation/findings.ts";
import { Leaderboard } from "../evaluation/leaderboard.ts";
import { Metric, Summary } from "../evaluation/metrics.ts";
import { Performance } from "../evaluation/performance.ts";
import { BoundResult, EvaluationResult } from "../evaluation/result.ts";
import { CallStatus, Spending } from "./status.ts";
import { WaitingOutput } from "./waiting.ts";

/** Calls, spending and failures of a command. */
const callSummary = {
  calls: z.array(CallStatus),
  spending: Spending,
  /** Rows that failed. */
  failed: z.int(),
};

export const PredictionSummary = z.strictObject({
  /** The predictions file; the first one if each question is asked several times. */
  predictions: z.string(),
  /** All files; absent if there is only one. */
  files: z.array(z.string()).optional(),
  /** Number of predictions in all files. */
  written: z.int(),
  /** Items without a prediction. */
  failed: z.array(z.strictObject({ id: z.string(), code: z.string(), detail: z.string() })),
  performance: Performance.nullable(),
});
export type PredictionSummary = z.output<typeof PredictionSummary>;

export const EvaluationSummary = EvaluationResult.extend({
  /** The system's metrics over all items. */
  metrics: z.partialRecord(Metric, Summary),
  /** Path of the run's rewritten report; null if a dataset's file was evaluated. */
  report: z.string().nullable(),
  /** Compares all systems of the run; null if there are fewer than two. */
  leaderboard: Leaderboard.nullable(),
  /** Metrics that were not computed, grouped by the input that they lack. */
  notComputed: z.record(z.string(), z.array(Metric)),
  ...callSummary,
  /** Bounds set by `--fail-under` that are not met. */
  failUnder: z.array(BoundResult),
});
export type EvaluationSummary = z.output<typeof EvaluationSummary>;

export const BaselineResult = EvaluationResult.extend({
  leaderboard: Leaderboard.nullable(),
  ...callSummary,
});
export type BaselineResult = z.output<typeof BaselineResult>;

export const AuditSummary = z.strictObject({
  directory: z.string(),
  /** Items audited. */
  items: z.int(),
  /** Items without findings. */
  sound: z.int(),
  /** Number of items by finding; findings without items are left out. */
  findings: z.partialRecord(FindingCode, z.int()),
  /** Relevant documents found that had no label. */
  labels: z.int(),
  /** Number of systems used to estimate difficulty and discrimination. */
  systems: z.int(),
  ...callSummary,
});
export type AuditSummary = z.output<typeof AuditSummary>;

export const PredictOutput = z.union([PredictionSummary, WaitingOutput]);
export const EvaluateOutput = z.union([EvaluationSummary, WaitingOutput]);
const SingleBaseline = z.union([BaselineResult, WaitingOutput]);
/** One evaluation, or one for each of several models or judges. */
export const BaselineOutput = z.union([
  SingleBaseline,
  z.strictObject({ evaluations: z.array(SingleBaseline) }),
]);
export const AuditOutput = z.union([AuditSummary, WaitingOutput]);

/** `page` is the HTML file that shows the decision. */
export const DecideOutput = Decision.extend({ page: z.string() });
export type DecideOutput = z.output<typeof DecideOutput>;
