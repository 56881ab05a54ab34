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

const asked = {
  calls: z.array(CallStatus),
  spending: Spending,
  /** Rows that failed. */
  failed: z.int(),
};

export const Predicted = z.strictObject({
  /** The file of predictions; the first one if each item is asked several times. */
  predictions: z.string(),
  /** All files; absent if there is only one. */
  files: z.array(z.string()).optional(),
  /** Predictions in all files. */
  written: z.int(),
  /** Items without a prediction. */
  failed: z.array(z.strictObject({ id: z.string(), code: z.string(), detail: z.string() })),
  performance: Performance.nullable(),
});
export type Predicted = z.output<typeof Predicted>;

export const Evaluated = EvaluationResult.extend({
  /** The system's metrics over all items. */
  metrics: z.partialRecord(Metric, Summary),
  /** The run's report, rewritten; null for a dataset's file. */
  report: z.string().nullable(),
  /** All systems of the run; null if there are fewer than two. */
  leaderboard: Leaderboard.nullable(),
  /** Metrics that were requested, or that the variant has, by what they lack. */
  notComputed: z.record(z.string(), z.array(Metric)),
  ...asked,
  /** Bounds of `--fail-under` that are not met. */
  failUnder: z.array(BoundResult),
});
export type Evaluated = z.output<typeof Evaluated>;

export const BaselineMade = EvaluationResult.extend({
  leaderboard: Leaderboard.nullable(),
  ...asked,
});
export type BaselineMade = z.output<typeof BaselineMade>;

export const Audited = z.strictObject({
  directory: z.string(),
  /** Items audited, and those without findings. */
  items: z.int(),
  sound: z.int(),
  /** Items by finding; findings without items are left out. */
  findings: z.partialRecord(FindingCode, z.int()),
  /** Relevant documents that had no label. */
  labels: z.int(),
  /** Systems used to estimate difficulty and discrimination. */
  systems: z.int(),
  ...asked,
});
export type Audited = z.output<typeof Audited>;

export const PredictOutput = z.union([Predicted, WaitingOutput]);
export const EvaluateOutput = z.union([Evaluated, WaitingOutput]);
const EachBaseline = z.union([BaselineMade, WaitingOutput]);
/** With several models or judges, one evaluation for each. */
export const BaselineOutput = z.union([
  EachBaseline,
  z.strictObject({ evaluations: z.array(EachBaseline) }),
]);
export const AuditOutput = z.union([Audited, WaitingOutput]);

/** `page` is the HTML file that shows it. */
export const DecideOutput = Decision.extend({ page: z.string() });
export type DecideOutput = z.output<typeof DecideOutput>;
