// `ragwright plan`: shows what the same command without `plan` would send to models and cost.

import { PipelineError } from "../engine/errors.ts";
import type { Planned } from "../run/plan-stages.ts";
import { plan as planRun } from "../run/plan.ts";
import { planAudit, planBaselines, planEvaluation } from "../run/plan-evaluations.ts";
import { type AuditFlags, auditOptions } from "./audit.ts";
import { type BaselineFlags, baselineOptions } from "./baseline.ts";
import { type EvaluateFlags, evaluateOptions } from "./evaluate.ts";
import { type ItemsNeededOptions, itemsNeeded } from "../run/items-needed.ts";
import { itemsNeededText } from "./items-needed-text.ts";
import { optionalMetric } from "./parse-lists.ts";
import { parseShare } from "./parse-numbers.ts";
import { planText } from "./plan-text.ts";
import { printResult } from "./printer.ts";
import { runOptions, type RunFlags } from "./run-flags.ts";
import { parseWing } from "./parse-wing.ts";

const printPlan = (planned: Planned, { json }: { readonly json?: boolean }): number =>
  printResult(json, planned.plan, planText(planned));

/** Prints one plan for each combination of model and judge. */
function printPlans(planned: readonly Planned[], flags: { readonly json?: boolean }): number {
  const [first, ...others] = planned;
  if (first && others.length === 0) return printPlan(first, flags);
  const text = [
    ...planned.map(planText),
    "Each plan covers one evaluation on its own. Requests that an earlier evaluation also makes (answers that another judge scores, vectors) are reused and not paid for again.",
  ].join("\n\n");
  return printResult(flags.json, { plans: planned.map(({ plan }) => plan) }, text);
}

export interface PlanFlags extends RunFlags {
  readonly detect?: string;
  readonly against?: string;
  readonly systems?: readonly string[];
  readonly metric?: string;
}

function detectOptions(flags: PlanFlags & { readonly detect: string }): ItemsNeededOptions {
  const difference = parseShare("detect", flags.detect);
  if (difference === 0)
    throw new PipelineError("wrong-use", "No number of items can detect a difference of 0.", {
      hint: "For example: --detect 0.03",
    });
  if (flags.against === undefined && (flags.systems !== undefined || flags.metric !== undefined))
    throw new PipelineError(
      "wrong-use",
      "--systems and --metric say which systems the spread is measured on, and by what metric, so they need --against.",
      { hint: "For example: ragwright plan --detect 0.03 --against out/demo" },
    );
  const { against, systems } = flags;
  return { difference, metric: optionalMetric(flags.metric), against, systems };
}

/** Throws PipelineError("wrong-use") for options that need `--detect`. */
function refuseWithoutDetect({ against, systems, metric }: PlanFlags): void {
  if (against === undefined && systems === undefined && metric === undefined) return;
  throw new PipelineError("wrong-use", "--against, --systems and --metric need --detect.", {
    hint: "For example: ragwright plan --detect 0.03 --against out/demo",
  });
}

// Each function below returns the exit code.

export async function plan(name: string | undefined, flags: PlanFlags): Promise<number> {
  const { detect } = flags;
  if (detect !== undefined) {
    if (name !== undefined)
      throw new PipelineError(
        "wrong-use",
        "plan --detect does not plan a run, so it accepts no wing.",
        {
          hint: `Type: ragwright plan --detect ${detect}`,
        },
      );
    const value = itemsNeeded(detectOptions({ ...flags, detect }));
    return printResult(flags.json, value, itemsNeededText(value));
  }
  refuseWithoutDetect(flags);
  return printPlan(await planRun(runOptions(parseWing(name, "plan"), flags)), flags);
}

export const printEvaluationPlan = async (predictions: string, flags: EvaluateFlags) =>
  printPlan(await planEvaluation(evaluateOptions(predictions, flags)), flags);

export const printBaselinePlans = async (run: string, flags: BaselineFlags): Promise<number> =>
  printPlans(await planBaselines(baselineOptions(run, flags)), flags);

export const printAuditPlan = async (run: string, flags: AuditFlags): Promise<number> =>
  printPlan(await planAudit(auditOptions(run, flags)), flags);
