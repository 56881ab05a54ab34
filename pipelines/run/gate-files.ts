// Writes an evaluation's files for CI: JUnit XML of its gate, and a summary in Markdown.

import type { EvaluationResult, Gate } from "../../schemas/evaluation/result.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { noWorseLine } from "../report/gate/gate-lines.ts";
import { junitOf } from "../report/gate/junit.ts";
import { summaryOf } from "../report/gate/markdown-summary.ts";
import { type GateOptions, refuseIdleGate } from "./evaluation-gate.ts";

export interface GateFileOptions extends GateOptions {
  /** File to write the gate's JUnit XML to. */
  readonly junit?: string | undefined;
  /** File to write a summary in Markdown to. */
  readonly summary?: string | undefined;
}

/** Throws PipelineError("wrong-use") for a gate that checks nothing, and for `junit` without a gate. */
export function refuseIdleFiles(options: GateFileOptions): void {
  refuseIdleGate(options);
  const { junit, failUnder = [], noWorseThan } = options;
  if (junit === undefined || failUnder.length > 0 || noWorseThan !== undefined) return;
  throw new PipelineError("wrong-use", "--junit needs --fail-under or --no-worse-than.", {
    hint: "Those checks are its test cases. For values alone: --summary FILE",
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

/** Comparison with the other system, one line per metric; empty if no other system was named. */
export const comparisonLines = ({ noWorse = [] }: Gate): string[] =>
  noWorse.map(noWorseLine).map(({ name, finding }) => `${name}: ${finding}`);
