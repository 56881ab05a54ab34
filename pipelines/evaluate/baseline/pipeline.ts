// The stages of a baseline, in flow order: chunks, retrieval, answers, and their evaluation.

import { type BaselineSetting, chunks } from "../../../schemas/evaluation/baseline.ts";
import { hashOf } from "../../engine/fingerprint.ts";
import { openRun } from "../../engine/open-run.ts";
import type { Stage } from "../../engine/stage.ts";
import { type ChunkIndex, indexChunks } from "../evidence/chunk-index.ts";
import type { KnownChunks } from "../evidence/losses.ts";
import { type EvaluationSettings, evaluationStages } from "../pipeline.ts";
import { nameWithoutMark } from "../system-names.ts";
import { baselineAnswersStage } from "./answers.ts";
import { chunksStage } from "./chunks.ts";
import { retrievalOnlyStage } from "./retrieval-only.ts";
import { type RetrievalOptions, retrievalsStage } from "./retrievals.ts";

export interface BaselineOptions {
  readonly retrieval: RetrievalOptions;
  /** Whether a model answers from what was retrieved. */
  readonly answered: boolean;
  readonly evaluation: EvaluationSettings;
}

/** `documents`, the corpus with its distractors, is an input, as well as the truths. */
export const baselineStages = ({ retrieval, answered, evaluation }: BaselineOptions): Stage[] => [
  chunksStage(retrieval.settings),
  retrievalsStage(retrieval),
  answered ? baselineAnswersStage(retrieval.settings[0]?.caps?.output) : retrievalOnlyStage,
  ...evaluationStages(evaluation),
];

/**
 * The chunks that each setting searched, read back when losses are first needed. Memory: one index per size and overlap; all are
 * kept, since the systems' predictions come in no particular order.
 */
export function chunksOfSettings(
  directory: string,
  settings: readonly BaselineSetting[],
  corpusHash: string,
): KnownChunks {
  const cutOf = new Map(
    settings.map(({ id, chunkSize, overlap }) => [id, `${chunkSize}/${overlap}`]),
  );
  const indexes = new Map<string, ChunkIndex>();
  const build = (cut: string) =>
    indexChunks(
      [...openRun(directory).rows(chunks)].filter(
        ({ chunkSize, overlap }) => `${chunkSize}/${overlap}` === cut,
      ),
    );
  return {
    hash: hashOf([[...cutOf], corpusHash]),
    chunksOf: system => {
      const cut = cutOf.get(nameWithoutMark(system));
      if (cut === undefined) return null;
      const index = indexes.get(cut) ?? build(cut);
      indexes.set(cut, index);
      return index;
    },
  };
}
