// Finds the step of a system that lost the evidence of each item. CoFE-RAG (§4.4, §5) evaluates every step of the chain; here each reference is followed through it.

import { keypointJudgements } from "../../../schemas/evaluation/judgements.ts";
import { type LossRow, losses, Step } from "../../../schemas/evaluation/metrics.ts";
import {
  type Passage,
  type PredictionRow,
  predictions,
} from "../../../schemas/evaluation/predictions.ts";
import type { LossCounts } from "../../../schemas/evaluation/result.ts";
import { type TruthReference, type TruthRow, truths } from "../../../schemas/evaluation/truth.ts";
import { defineStage, made } from "../../engine/stage.ts";
import type { ChunkIndex } from "./chunk-index.ts";
import { type EvidenceIn, evidenceIn, tellsContent } from "./evidence.ts";

export interface Followed {
  readonly truth: TruthRow;
  /** The prediction, with its passages located (passages.ts). */
  readonly prediction: Pick<PredictionRow, "retrieved" | "reranked" | "contexts">;
  /** Chunks of the whole corpus; null if not known. */
  readonly chunks: ChunkIndex | null;
  /** Keypoints that the answer does not cover; null if there was no judge. */
  readonly missedKeypoints: number | null;
}

type Loss = Pick<LossRow, "references" | "lostIn" | "told">;

/** The lists of passages that can be judged: those whose content is known. */
interface Lists {
  /** What was retrieved. If a system without a reranker reports only what was read, that counts. */
  readonly found: EvidenceIn | null;
  /** What the answer was written from, as far as the system reports it. */
  readonly read: EvidenceIn | null;
  /** Whether there was a selection between the two. */
  readonly chosen: boolean;
}

const toldIn = (passages: readonly Passage[] | null): EvidenceIn | null =>
  passages !== null && tellsContent(passages) ? evidenceIn(passages) : null;

function listsOf({ retrieved, reranked, contexts }: Followed["prediction"]): Lists {
  const found = toldIn(retrieved ?? (reranked === null ? contexts : null));
  const read = toldIn(contexts ?? reranked ?? retrieved);
  return { found, read, chosen: retrieved !== null && (reranked !== null || contexts !== null) };
}

function toldSteps({ chunks, missedKeypoints }: Followed, { found, read, chosen }: Lists): Step[] {
  const told: Record<Step, boolean> = {
    parsing: chunks !== null,
    chunking: chunks !== null && found !== null,
    retrieval: found !== null,
    reranking: chosen && found !== null && read !== null,
    generation: read !== null && missedKeypoints !== null,
  };
  return Step.options.filter(step => told[step]);
}

/**
 * The first step that lost each reference, and for the item the earliest of these. A reference that is in what the answer was written from
 * was not lost, in however many pieces. Else:
 * - parsing: the chunks do not have it, not even together;
 * - chunking: no chunk holds it whole, and some of its pieces were retrieved, but not all: the border cost the rest. If all pieces were
 *   retrieved, chunking lost nothing; if none was, retrieval missed it, and would have missed it whole;
 * - retrieval: it is not in what was retrieved;
 * - reranking: it was retrieved, but left out by the reranker or by whatever chose what was read;
 * - generation (of the item, since a keypoint names no reference): all references were read, but the answer lacks a keypoint.
 * A step that the system reports too little about is not in `told` and never blamed. If the dataset has no references, no step can be decided.
 */
export function lossOf(followed: Followed): Loss {
  const { truth, missedKeypoints } = followed;
  if (truth.references === null) return { references: [], lostIn: null, told: [] };
  const lists = listsOf(followed.prediction);
  const told = toldSteps(followed, lists);
  const lost = truth.references.map(reference => followReference(reference, followed, lists));
  const first = Step.options.find(step => lost.includes(step)) ?? null;
  const isUnwritten =
    first === null &&
    told.includes("generation") &&
    (missedKeypoints ?? 0) > 0 &&
    truth.references.every(reference => lists.read?.holds(reference));
  return {
    references: lost.map(lostIn => ({ lostIn })),
    lostIn: isUnwritten ? "generation" : first,
    told,
  };
}

function followReference(
  reference: TruthReference,
  { chunks }: Followed,
  { found, read, chosen }: Lists,
): Step | null {
  if (read?.holds(reference)) return null;
  const standing = chunks?.standingOf(reference);
  if (standing && !standing.together) return "parsing";
  if (!found) return null;
  if (found.holds(reference)) return chosen && read ? "reranking" : null;
  return standing && !standing.whole && found.touches(reference) ? "chunking" : "retrieval";
}

/** Counts over the rows of one system. Rows with no step in `told` are left out; a step is in `told` if any row has it. */
export function countLosses(rows: readonly LossRow[]): LossCounts {
  const known = rows.filter(({ told }) => told.length > 0);
  const references = known.flatMap(row => row.references);
  return {
    told: Step.options.filter(step => known.some(({ told }) => told.includes(step))),
    references: references.length,
    lostReferences: countSteps(references),
    items: known.length,
    lostItems: countSteps(known),
  };
}

function countSteps(
  lost: readonly { readonly lostIn: Step | null }[],
): Partial<Record<Step, number>> {
  const counts: Partial<Record<Step, number>> = {};
  for (const { lostIn } of lost) if (lostIn !== null) counts[lostIn] = (counts[lostIn] ?? 0) + 1;
  return counts;
}

/** The chunks of each system's corpus. */
export interface KnownChunks {
  /** Chunks by the name of a system; null if not known. Called only while the stage is running. */
  readonly chunksOf: (system: string) => ChunkIndex | null;
  /** Hash of all these chunks: part of the fingerprint. */
  readonly hash: string;
}

/** Without chunks, parsing and chunking cannot be decided; without a judge, generation cannot. */
export const lossesStage = (known: KnownChunks | null) =>
  defineStage({
    name: "evaluate/losses",
    module: import.meta.filename,
    prompts: [],
    settings: { chunks: known?.hash ?? null },
    over: predictions,
    lookup: { truths, keypointJudgements },
    writes: losses,
    each(prediction, { tables }) {
      const { id, itemId, system, language } = prediction;
      const judged = tables.keypointJudgements.where("predictionId", id)[0];
      const missedKeypoints =
        judged && judged.verdicts.length > 0
          ? judged.verdicts.filter(({ verdict }) => verdict !== "covered").length
          : null;
      const loss = lossOf({
        truth: tables.truths.get(itemId),
        prediction,
        chunks: known?.chunksOf(system) ?? null,
        missedKeypoints,
      });
      return made([{ id, itemId, system, language, ...loss }]);
    },
  });
