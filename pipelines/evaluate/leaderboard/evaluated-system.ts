// One system of one evaluation, with the data needed to compare it with others.

import type { LossRow, Metric, ScoreRow, Variant } from "../../../schemas/evaluation/metrics.ts";
import type { Measured } from "../../../schemas/evaluation/performance.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { hashOf } from "../../engine/fingerprint.ts";

export interface EvaluatedItem {
  /** A hash of the question, the answer and the references: an item that was edited counts as a different item. */
  readonly key: string;
  readonly twinOf: string | null;
}

export interface EvaluatedSystem {
  /** The evaluation's folder. */
  readonly evaluation: string;
  readonly system: string;
  readonly variant: Variant;
  readonly distractors: number | null;
  /** The judge of each metric; absent for metrics computed by code. */
  readonly judges: Readonly<Partial<Record<Metric, string>>>;
  readonly scores: readonly ScoreRow[];
  readonly losses: readonly LossRow[];
  /** Time, tokens and cost of the system's answers, by item. */
  readonly measured: ReadonlyMap<string, Measured>;
  /** A hash of all answers and the passages they were written from: equal only if these are equal. Null if no judge scored them. */
  readonly answersHash: string | null;
  /** Items of the evaluation, by id. */
  readonly items: ReadonlyMap<string, EvaluatedItem>;
}

export const evaluatedItem = ({
  question,
  answer,
  references,
  twinOf,
}: TruthRow): EvaluatedItem => ({
  key: hashOf([question, answer, references]),
  twinOf: twinOf ?? null,
});
