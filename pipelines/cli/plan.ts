// `ragwright plan`: what the same command without `plan` would ask, send and cost, before anything is paid.

import type { Planned } from "../run/foresee-stages.ts";
import { plan as planRun } from "../run/plan.ts";
import { planAudit, planBaseline, planEvaluation } from "../run/plan-evaluations.ts";
import { type AuditFlags, auditOptions } from "./audit.ts";
import { type BaselineFlags, baselineOptions } from "./baseline.ts";
import { type EvaluateFlags, evaluateOptions } from "./evaluate.ts";
import { planText } from "./plan-text.ts";
import { createPrinter } from "./print.ts";
import { runOptions, type RunFlags } from "./run-flags.ts";
import { wingNamed } from "./wings.ts";

function print(planned: Planned, { json }: { readonly json?: boolean }): number {
  createPrinter(json === true).result(planned.plan, planText(planned));
  return 0;
}

// Each returns the exit code.

export const plan = async (name: string, flags: RunFlags): Promise<number> =>
  print(await planRun(runOptions(wingNamed(name, "plan"), flags)), flags);

export const planOfEvaluation = async (predictions: string, flags: EvaluateFlags) =>
  print(await planEvaluation(evaluateOptions(predictions, flags)), flags);

export const planOfBaseline = async (run: string, flags: BaselineFlags): Promise<number> =>
  print(await planBaseline(baselineOptions(run, flags)), flags);

export const planOfAudit = async (run: string, flags: AuditFlags): Promise<number> =>
  print(await planAudit(auditOptions(run, flags)), flags);
