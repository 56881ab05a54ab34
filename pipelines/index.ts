// The public API `ragwright`. Records, metrics and the parts of stages are published by the files next to this one; nothing inside the package imports any of them.

export { type Foreseen, make, type MakeOptions } from "./run/make.ts";
export { evaluate, type EvaluateOptions, type EvaluationEnded } from "./run/evaluate.ts";
export { report } from "./run/report.ts";

// The other commands.
export { audit, type AuditEnded, type AuditOptions } from "./run/audit.ts";
export { baseline, type BaselineEnded, type BaselineOptions } from "./run/baseline.ts";
export { decide, type Decided, type DecideOptions } from "./run/decide.ts";
export { exportRun, type Exported, type ExportRunOptions } from "./run/export-run.ts";
export {
  checkPack,
  type Checked,
  type CheckOptions,
  packRun,
  type PackRunOptions,
} from "./run/pack.ts";
export { plan } from "./run/plan.ts";
export { planAudit, planBaseline, planEvaluation } from "./run/plan-evaluations.ts";
export { predict, type PredictEnded, type PredictOptions } from "./run/predict.ts";
export { refresh, type RefreshOptions, run, type RunEnded, type RunResult } from "./run/run.ts";
export { twin, type MakeTwinOptions, type TwinMade } from "./run/twin.ts";
export { diffRuns, type RunDiff } from "./engine/diff.ts";
export { openRun, type OpenRun } from "./engine/open-run.ts";
export { trace, type TraceNode } from "./engine/trace.ts";

// Their options, results, events and errors.
export { type Config, defineConfig } from "./run/define-config.ts";
export type { RunEvent } from "./engine/events.ts";
export { PipelineError, ReplyError } from "./engine/errors.ts";
export type { Model, ModelReply, ModelRequest } from "./llm/model.ts";
export type { Planned } from "./run/plan-stages.ts";
export type {
  AskingOptions,
  JudgedOptions,
  ModelChoice,
  RunOptions,
  Sources,
} from "./run/options.ts";
export type { OwnModel } from "./run/own-models.ts";
export type { Reporter } from "./run/reporter.ts";
export type { Ended, Waiting } from "./run/stage-run.ts";
export type {
  AnsweringFunction,
  AnsweringSystem,
  CallContext as AskedWith,
} from "./systems/function-model.ts";
