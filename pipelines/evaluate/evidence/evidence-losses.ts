// Finds the step at which a system lost each item's evidence. CoFE-RAG (§4.4, §5) evaluates every step of the chain; this file follows each reference through it.

import { keypointJudgements } from "../../../schemas/evaluation/judgements.ts";
import { type LossRow, losses, Step } from "../../../schemas/evaluation/metrics.ts";
import {
  type Passage,
  type PredictionRow,
  predictions,
} from "../../../schemas/evaluation/predictions.ts";
import type { LossCounts } from "../../../schemas/evaluation/result.ts";
import { type TruthReference, type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { countOf } from "../../engine/grouping.ts";
import { defineStage, made } from "../../engine/stage.ts";
import type { ChunkIndex } from "./chunk-index.ts";
import { type PassageEvidence, evidenceIn, isContentKnown } from "./passage-evidence.ts";

interface LossInput {
  readonly truth: TruthRow;
  /** The prediction, with its passages located (locate-passages.ts). */
  readonly prediction: Pick<PredictionRow, "retrieved" | "reranked" | "contexts">;
  /** Chunks of the whole corpus; null if they are not known. */
  readonly chunks: ChunkIndex | null;
  /** Number of keypoints that the answer does not cover; null without a judge. */
  readonly missedKeypoints: number | null;
}

type Loss = Pick<LossRow, "references" | "lostIn" | "told">;

/** The evidence in the passages at two points of the chain; null if the content of any of these passages is not known. */
interface EvidenceLists {
  /** What was retrieved, or what was read if the system has no reranker and reports only that. */
  readonly retrievedEvidence: PassageEvidence | null;
  /** What the answer was written from, or the closest to it that the system reports. */
  readonly readEvidence: PassageEvidence | null;
  /** Whether there was a selection between the two. */
  readonly hasSelection: boolean;
}

const evidenceIfKnown = (passages: readonly Passage[] | null): PassageEvidence | null =>
  passages !== null && isContentKnown(passages) ? evidenceIn(passages) : null;

function listsOf({ retrieved, reranked, contexts }: LossInput["prediction"]): EvidenceLists {
  return {
    retrievedEvidence: evidenceIfKnown(retrieved ?? (reranked === null ? contexts : null)),
    readEvidence: evidenceIfKnown(contexts ?? reranked ?? retrieved),
    hasSelection: retrieved !== null && (reranked !== null || contexts !== null),
  };
}

function decidableSteps(
  { chunks, missedKeypoints }: LossInput,
  { retrievedEvidence, readEvidence, hasSelection }: EvidenceLists,
): Step[] {
  const isDecidable: Record<Step, boolean> = {
    parsing: chunks !== null,
    chunking: chunks !== null && retrievedEvidence !== null,
    retrieval: retrievedEvidence !== null,
    reranking: hasSelection && retrievedEvidence !== null && readEvidence !== null,
    generation: readEvidence !== null && missedKeypoints !== null,
  };
  return Step.options.filter(step => isDecidable[step]);
}

/**
 * The first step that lost each reference and, for the item, the earliest of these. A reference that is in what the answer was written from
 * was not lost, in however many pieces it is there. Otherwise it was lost in:
 * - parsing: the chunks do not contain it, not even together;
 * - chunking: no chunk contains it whole, and only some of its pieces were retrieved: the chunk boundary cost the others. If all pieces were
 *   retrieved, chunking lost nothing; if none were, retrieval missed it, and would have missed it in one piece, too;
 * - retrieval: it is not in what was retrieved;
 * - reranking: it was retrieved, but dropped by the reranker or by whatever selected what was read;
 * - generation (for the item alone, since a keypoint names no reference): all references were read, but the answer lacks a keypoint.
 * A step that the system reports too little about is not in `told`, and no loss is attributed to it. Without references,
 * no step can be decided.
 */
export function lossOf(input: LossInput): Loss {
  const { truth, missedKeypoints } = input;
  if (truth.references === null) return { references: [], lostIn: null, told: [] };
  const lists = listsOf(input.prediction);
  const reportedSteps = decidableSteps(input, lists);
  const lostInSteps = truth.references.map(reference => stepThatLost(reference, input, lists));
  const firstLosingStep = Step.options.find(step => lostInSteps.includes(step)) ?? null;
  const isLostInGeneration =
    firstLosingStep === null &&
    reportedSteps.includes("generation") &&
    (missedKeypoints ?? 0) > 0 &&
    truth.references.every(reference => lists.readEvidence?.hasWhole(reference));
  return {
    references: lostInSteps.map(lostIn => ({ lostIn })),
    lostIn: isLostInGeneration ? "generation" : firstLosingStep,
    told: reportedSteps,
  };
}

function stepThatLost(
  reference: TruthReference,
  { chunks }: LossInput,
  { retrievedEvidence, readEvidence, hasSelection }: EvidenceLists,
): Step | null {
  if (readEvidence?.hasWhole(reference)) return null;
  const coverage = chunks?.coverageOf(reference);
  if (coverage && !coverage.isInChunks) return "parsing";
  if (!retrievedEvidence) return null;
  if (retrievedEvidence.hasWhole(reference))
    return hasSelection && readEvidence ? "reranking" : null;
  return coverage && !coverage.isInOneChunk && retrievedEvidence.hasPart(reference)
    ? "chunking"
    : "retrieval";
}

/** Counts the losses of one system. Rows with no step in `told` are left out; a step is in the result's `told` if any row has it. */
export function countLosses(rows: readonly LossRow[]): LossCounts {
  const decidableRows = rows.filter(({ told }) => told.length > 0);
  const references = decidableRows.flatMap(row => row.references);
  return {
    told: Step.options.filter(step => decidableRows.some(({ told }) => told.includes(step))),
    references: references.length,
    lostReferences: countSteps(references),
    items: decidableRows.length,
    lostItems: countSteps(decidableRows),
  };
}

const countSteps = (lost: readonly Pick<LossRow, "lostIn">[]): LossCounts["lostItems"] =>
  Object.fromEntries(countOf(lost.flatMap(({ lostIn }) => lostIn ?? [])));

/** The chunks that systems made from the corpus. */
export interface KnownChunks {
  /** The chunks of a system, by its name; null if they are not known. Called only while the stage is running. */
  readonly chunksOf: (system: string) => ChunkIndex | null;
  /** Hash of all these chunks: part of the fingerprint. */
  readonly hash: string;
}

/** Without chunks, parsing and chunking cannot be decided; without a judge, generation cannot. */
export const lossesStage = (knownChunks: KnownChunks | null) =>
  defineStage({
    name: "evaluate/losses",
    module: import.meta.filename,
    prompts: [],
    settings: { chunks: knownChunks?.hash ?? null },
    over: predictions,
    lookup: { truths, keypointJudgements },
    writes: losses,
    each(prediction, { tables }) {
      const { id, itemId, system, language } = prediction;
      const judgement = tables.keypointJudgements.where("predictionId", id)[0];
      const missedKeypoints =
        judgement && judgement.verdicts.length > 0
          ? judgement.verdicts.filter(({ verdict }) => verdict !== "covered").length
          : null;
      const loss = lossOf({
        truth: tables.truths.get(itemId),
        prediction,
        chunks: knownChunks?.chunksOf(system) ?? null,
        missedKeypoints,
      });
      return made([{ id, itemId, system, language, ...loss }]);
    },
  });
