// The evidence of an item in the end: the sentences its keypoints rest on, of all that its material's readers took.

import type { Evidence } from "../../schemas/items/records.ts";
import type { Keys, Shortlisted } from "../../schemas/questions/records.ts";
import { type PlacedSentence, toEvidence } from "../items/numbered.ts";
import { type Answered, addTelling } from "./evidence-choice.ts";
import { measuringPlaces } from "./measures.ts";

/** The numbers of a material's sentences that stand as this evidence. */
export const numbersOf = (
  evidence: readonly Evidence[],
  sentences: readonly PlacedSentence[],
): number[] =>
  evidence.flatMap(
    ({ span }) =>
      sentences.find(
        ({ documentId, start }) => documentId === span.documentId && start === span.start,
      )?.number ?? [],
  );

/**
 * What a candidate rests on once its keypoints are known: `rested`, and of the sentences that a reader took one with a
 * date, name or amount of the answer that those lack. What is right by construction, and what no keypoint rests on,
 * keeps its evidence.
 */
export function keyedEvidence(
  candidate: Shortlisted,
  rested: readonly number[],
  { sentences, language }: Pick<Answered, "language"> & { sentences: readonly PlacedSentence[] },
): Pick<Keys, "evidence" | "measures"> {
  const { evidence, aside, measures, question } = candidate;
  if (measures.proof === "construction" || rested.length === 0) return { evidence, measures };
  const chosen = new Set(rested);
  const taken = numbersOf([...evidence, ...aside], sentences);
  addTelling({ ...candidate, language, sentences }, chosen, taken);
  return {
    evidence: toEvidence([...chosen], sentences),
    measures: { ...measures, ...measuringPlaces(sentences, language)(question, [...chosen]) },
  };
}
