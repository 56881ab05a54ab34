// Writes what CI reads of an evaluation: JUnit XML of its gate, and a summary in Markdown.

import type { EvaluationResult, Gate } from "../../schemas/evaluation/result.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { noWorseLine } from "../report/gate/gate-lines.ts";
import { junitOf } from "../report/gate/junit.ts";
import { summaryOf } from "../report/gate/summary.ts";
import { type GateOptions, refuseIdleGate } from "./evaluation-gate.ts";

export interface GateFileOptions extends GateOptions {
  /** JUnit XML of the gate is written to this file. */
  readonly junit?: string | undefined;
  /** A summary in Markdown is written to this file. */
  readonly summary?: string | undefined;
}

/** PipelineError("wrong-use") for a gate that asks nothing, and for its test cases where there is none. */
export function refuseIdleFiles(options: GateFileOptions): void {
  refuseIdleGate(options);
  const { junit, failUnder = [], noWorseThan } = options;
  if (junit === undefined || failUnder.length > 0 || noWorseThan !== undefined) return;
  throw new PipelineError("wrong-use", "--junit goes with --fail-under or --no-worse-than.", {
    hint: "Its test cases are what these ask. For values alone: --summary FILE",
  });
}

export function writeGateFiles(
  result: EvaluationResult,
  { junit, summary, allowUndecided = false }: GateFileOptions,
): void {
  const { name, gate } = result;
  if (junit !== undefined && gate) replaceFile(junit, [junitOf({ name, gate }, allowUndecided)]);
  if (summary !== undefined) replaceFile(summary, [summaryOf(result)]);
}

/** How it compares with the other system, a line a metric; none where no other was named. */
export const comparedLines = ({ noWorse = [] }: Gate): string[] =>
  noWorse.map(noWorseLine).map(({ name, said }) => `${name}: ${said}`);
