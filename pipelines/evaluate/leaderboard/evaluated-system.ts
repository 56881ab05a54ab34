// One system of one evaluation, as far as it is compared with others.

import type { LossRow, Metric, ScoreRow, Variant } from "../../../schemas/evaluation/metrics.ts";
import type { Measured } from "../../../schemas/evaluation/performance.ts";
import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { hashOf } from "../../engine/fingerprint.ts";

export interface EvaluatedItem {
  /** Equal where question, answer and references are: scores on an item that was edited since are of another one. */
  readonly key: string;
  readonly twinOf: string | null;
}

export interface EvaluatedSystem {
  /** The evaluation's folder. */
  readonly evaluation: string;
  readonly system: string;
  readonly variant: Variant;
  readonly distractors: number | null;
  /** Who judged, by metric; absent of metrics by code. */
  readonly judges: Readonly<Partial<Record<Metric, string>>>;
  readonly scores: readonly ScoreRow[];
  readonly losses: readonly LossRow[];
  /** What its answers took, by item. */
  readonly measured: ReadonlyMap<string, Measured>;
  /** Equal where all answers are, and the passages they were written from; null where no judge marked them. */
  readonly answers: string | null;
  /** Those the evaluation was over, by id. */
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
