// In which step of a system the evidence of each item was lost. CoFE-RAG (§4.4, §5) evaluates every step of the chain; here each reference is followed through it.

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
  /** Its passages located (passages.ts). */
  readonly prediction: Pick<PredictionRow, "retrieved" | "reranked" | "contexts">;
  /** Of the whole corpus; null where they are not known. */
  readonly chunks: ChunkIndex | null;
  /** Keypoints that the answer does not cover; null where no judge said. */
  readonly missedKeypoints: number | null;
}

type Loss = Pick<LossRow, "references" | "lostIn" | "told">;

/** The lists of passages that can be judged: those of which each tells what stands in it. */
interface Lists {
  /** What retrieval brought. A system without reranker that tells only what was read told that. */
  readonly found: EvidenceIn | null;
  /** What the answer was written from, as far as the system tells. */
  readonly read: EvidenceIn | null;
  /** Whether anything was chosen between the two. */
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
 * Each reference by the first step that lost it, and the item by the earliest of these. A reference that stands in what the answer was written from
 * was not lost, in however many pieces it came there. Otherwise:
 * - parsing: the chunks do not have it, not even together;
 * - chunking: no chunk holds it whole, and of its pieces some were retrieved and not all: the border cost the rest. Where all pieces were
 *   retrieved chunking lost nothing; where none was, retrieval missed it, and would have missed it whole;
 * - retrieval: it is not in what was retrieved;
 * - reranking: it was retrieved, and left out by the reranker or by whatever chose what was read;
 * - generation (the item, since a keypoint names no reference): all references were read, and the answer lacks a keypoint.
 * A step that the system says too little of is not told and never blamed. Where the dataset has no references nothing can be told.
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

/** Over the rows of one system. Rows of which no step is told say nothing and are left out; a step is told where any row tells it. */
export function countLosses(rows: readonly LossRow[]): LossCounts {
  const telling = rows.filter(({ told }) => told.length > 0);
  const references = telling.flatMap(row => row.references);
  return {
    told: Step.options.filter(step => telling.some(({ told }) => told.includes(step))),
    references: references.length,
    lostReferences: countSteps(references),
    items: telling.length,
    lostItems: countSteps(telling),
  };
}

function countSteps(
  lost: readonly { readonly lostIn: Step | null }[],
): Partial<Record<Step, number>> {
  const counts: Partial<Record<Step, number>> = {};
  for (const { lostIn } of lost) if (lostIn !== null) counts[lostIn] = (counts[lostIn] ?? 0) + 1;
  return counts;
}

/** What each system's corpus was cut into. */
export interface KnownChunks {
  /** By the name of a system; null where its chunks are not known. Called once the stage is under way. */
  readonly chunksOf: (system: string) => ChunkIndex | null;
  /** Of all these chunks: part of the fingerprint. */
  readonly hash: string;
}

/** Without chunks parsing and chunking are not told of; without a judge generation is not. */
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
