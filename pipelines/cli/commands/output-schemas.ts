// Schemas of what each command prints with `--json`, by the command's full name. A schema is loaded when it is needed.

import type { z } from "zod";

type LoadSchema = () => Promise<z.ZodType>;

const runOutput: LoadSchema = async () =>
  (await import("../../../schemas/output/run.ts")).RunOutput;
const plan: LoadSchema = async () => (await import("../../../schemas/plan.ts")).Plan;
const evaluations = () => import("../../../schemas/output/evaluations.ts");
const datasets = () => import("../../../schemas/output/datasets.ts");
const runInspection = () => import("../../../schemas/output/other-commands.ts");
const annotation = () => import("../../../schemas/output/annotation.ts");

export const outputSchemas: Readonly<Record<string, LoadSchema>> = {
  init: async () => (await runInspection()).InitOutput,
  make: runOutput,
  run: runOutput,
  refresh: runOutput,
  plan: async () => (await runInspection()).PlanOutput,
  "plan evaluate": plan,
  "plan baseline": async () => (await runInspection()).BaselinePlanOutput,
  "plan audit": plan,
  status: async () => (await import("../../../schemas/output/status.ts")).StatusOutput,
  trace: async () => (await runInspection()).TraceNode,
  diff: async () => (await runInspection()).DiffOutput,
  sample: async () => (await datasets()).SampleOutput,
  export: async () => (await datasets()).ExportOutput,
  pack: async () => (await datasets()).PackOutput,
  check: async () => (await datasets()).CheckOutput,
  twin: async () => (await datasets()).TwinOutput,
  predict: async () => (await evaluations()).PredictOutput,
  evaluate: async () => (await evaluations()).EvaluateOutput,
  decide: async () => (await evaluations()).DecideOutput,
  baseline: async () => (await evaluations()).BaselineOutput,
  audit: async () => (await evaluations()).AuditOutput,
  "annotate batch": async () => (await annotation()).DrawnBatch,
  "annotate serve": async () => (await annotation()).ServeOutput,
  "annotate import": async () => (await annotation()).ImportSummary,
  "annotate agreement": async () => (await annotation()).AgreementOutput,
  report: async () => (await runInspection()).ReportOutput,
};
