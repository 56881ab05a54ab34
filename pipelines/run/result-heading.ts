// Heading of an evaluation's result: its items and predictions, its comparisons, judges and gate.

import { keypointJudgements } from "../../schemas/evaluation/judgements.ts";
import type { Metric } from "../../schemas/evaluation/metrics.ts";
import type { EvaluationResult } from "../../schemas/evaluation/result.ts";
import { openRun } from "../engine/open-run.ts";
import type { ResultHeading } from "../evaluate/result.ts";
import { judgeAgreement } from "../evaluate/statistics/judge-agreement.ts";
import { compareEvaluations } from "./compare-systems.ts";
import { type GateOptions, gateOf } from "./evaluation-gate.ts";
import type { ChosenTruths, SystemData } from "./evaluation-inputs.ts";
import type { MetricConditions } from "./evaluation-metrics.ts";
import { programName } from "../engine/package-root.ts";
import type { Services } from "./services.ts";

interface HeadingOptions extends GateOptions {
  readonly predictions: string;
  readonly compare?: readonly string[] | undefined;
}

/** The parts of an evaluation that its result describes. */
export interface DescribedEvaluation extends MetricConditions {
  readonly options: HeadingOptions;
  readonly against: string;
  readonly name: string;
  readonly directory: string;
  readonly metrics: readonly Metric[];
  readonly truths: ChosenTruths;
  readonly system: SystemData;
  readonly original: EvaluationResult["original"];
}

/** The parts of a result that the evaluation's rows do not contain. */
export function resultHeading(
  evaluation: DescribedEvaluation,
  models: Services["models"],
): ResultHeading {
  const { options, variant, against, name, directory, truths, system, original } = evaluation;
  const judgements = [...openRun(directory).rows(keypointJudgements)];
  return {
    kind: "evaluation",
    name,
    variant,
    items: truths.rows.length,
    missing: [...system.missingIds],
    surplus: [...system.surplusIds],
    passages: system.passages,
    provenance: {
      predictions: { path: options.predictions, hash: system.hash },
      against: { path: against, hash: truths.hash },
      models,
      program: programName(),
    },
    distractors: null,
    comparisons: compareEvaluations(evaluation, options.compare),
    ranking: [],
    judges:
      truths.documents && judgements.length > 0
        ? judgeAgreement(openRun(against), system.rows, judgements)
        : [],
    original,
    link: null,
    gate: gateOf(evaluation, models),
  };
}
