// The stages of a baseline, in pipeline order: chunks, retrieval, answers, and their evaluation.

import { type BaselineSetting, chunks } from "../../../schemas/evaluation/baseline.ts";
import { hashOf } from "../../engine/fingerprint.ts";
import { openRun } from "../../engine/open-run.ts";
import type { Stage } from "../../engine/stage.ts";
import { type ChunkIndex, indexChunks } from "../evidence/chunk-index.ts";
import type { KnownChunks } from "../evidence/evidence-losses.ts";
import { type EvaluationSettings, evaluationStages } from "../pipeline.ts";
import { unmarkedName } from "../system-names.ts";
import { baselineAnswersStage } from "./answers.ts";
import { chunksStage } from "./chunks.ts";
import { retrievalOnlyStage } from "./retrieval-only.ts";
import { type RetrievalOptions, retrievalsStage } from "./retrievals.ts";

interface BaselineStageOptions {
  readonly retrieval: RetrievalOptions;
  /** Whether a model writes answers from the retrieved passages. */
  readonly writesAnswers: boolean;
  readonly evaluation: EvaluationSettings;
}

/** The inputs are the truths and `documents`, the corpus with its distractors. */
export const baselineStages = ({
  retrieval,
  writesAnswers,
  evaluation,
}: BaselineStageOptions): Stage[] => [
  chunksStage(retrieval.settings),
  retrievalsStage(retrieval),
  writesAnswers ? baselineAnswersStage(retrieval.settings[0]?.caps?.output) : retrievalOnlyStage,
  ...evaluationStages(evaluation),
];

/**
 * The chunks that each setting searched, read back when a system's chunks are first asked for. Keeps one index per size and
 * overlap in memory, since the settings' predictions come in no particular order.
 */
export function chunksOfSettings(
  directory: string,
  settings: readonly BaselineSetting[],
  corpusHash: string,
): KnownChunks {
  const chunkingOf = new Map(
    settings.map(({ id, chunkSize, overlap }) => [id, `${chunkSize}/${overlap}`]),
  );
  const indexes = new Map<string, ChunkIndex>();
  const buildIndex = (chunking: string) =>
    indexChunks(
      [...openRun(directory).rows(chunks)].filter(
        ({ chunkSize, overlap }) => `${chunkSize}/${overlap}` === chunking,
      ),
    );
  return {
    hash: hashOf([[...chunkingOf], corpusHash]),
    chunksOf: system => {
      const chunking = chunkingOf.get(unmarkedName(system));
      if (chunking === undefined) return null;
      const index = indexes.get(chunking) ?? buildIndex(chunking);
      indexes.set(chunking, index);
      return index;
    },
  };
}
