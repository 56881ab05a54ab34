// The published surface: what a program may import. Nothing inside imports this file.

export { audit, type AuditEnded, type AuditOptions } from "./run/audit.ts";
export { baseline, type BaselineEnded, type BaselineOptions } from "./run/baseline.ts";
export { type Config, defineConfig } from "./run/define-config.ts";
export { decide, type Decided, type DecideOptions } from "./run/decide.ts";
export { evaluate, type EvaluateOptions, type EvaluationEnded } from "./run/evaluate.ts";
export { exportRun, type Exported, type ExportRunOptions } from "./run/export-run.ts";
export type { Planned } from "./run/foresee-stages.ts";
export { plan } from "./run/plan.ts";
export { planAudit, planBaseline, planEvaluation } from "./run/plan-evaluations.ts";
export {
  checkPack,
  type Checked,
  type CheckOptions,
  packRun,
  type PackRunOptions,
} from "./run/pack.ts";
export { predict, type PredictEnded, type PredictOptions } from "./run/predict.ts";
export type { AnsweringFunction, AnsweringSystem, AskedWith } from "./systems/function-model.ts";
export { report } from "./run/report.ts";
export { refresh, type RefreshOptions, run, type RunEnded, type RunResult } from "./run/run.ts";
export { twin, type MakeTwinOptions, type TwinMade } from "./run/twin.ts";

export type {
  AskingOptions,
  JudgedOptions,
  ModelChoice,
  RunOptions,
  Sources,
} from "./run/options.ts";
export type { Reporter } from "./run/reporter.ts";
export type { Ended, Waiting } from "./run/stage-run.ts";
export type { RunEvent } from "./engine/events.ts";
export { PipelineError, ReplyError } from "./engine/errors.ts";
export type { Model, ModelReply, ModelRequest } from "./llm/model.ts";

export { openRun, type OpenRun } from "./engine/open-run.ts";
export { trace, type TraceNode } from "./engine/trace.ts";
export { diffRuns, type RunDiff } from "./engine/diff.ts";

export {
  type Artifact,
  defineArtifact,
  definePrompt,
  type PromptContract,
  type RowOf,
} from "../schemas/define.ts";
export {
  type Ask,
  declined,
  defineStage,
  defineWholeStage,
  made,
  type Outcome,
  rejected,
  type Stage,
  type Table,
} from "./engine/stage.ts";

export * as annotationRecords from "../schemas/annotation.ts";
export * as cofeRecords from "../schemas/cofe/records.ts";
export * as crudRecords from "../schemas/crud/records.ts";
export * as documentRecords from "../schemas/items/documents.ts";
export { Decision } from "../schemas/evaluation/decision.ts";
export * as findingRecords from "../schemas/evaluation/findings.ts";
export * as itemLabels from "../schemas/items/labels.ts";
export * as itemRecords from "../schemas/items/records.ts";
export * as metricRecords from "../schemas/evaluation/metrics.ts";
export * as predictionRecords from "../schemas/evaluation/predictions.ts";
export * as ragevalRecords from "../schemas/rageval/records.ts";
export * as truthRecords from "../schemas/evaluation/truth.ts";
export { EvaluationResult } from "../schemas/evaluation/result.ts";
export { Plan } from "../schemas/plan.ts";
export { Settings } from "../schemas/settings.ts";
