// The evidence of an item in the end: the sentences its keypoints rest on, of all that either reader took.

import type { Language } from "../../schemas/items/item-types.ts";
import type { Evidence } from "../../schemas/items/records.ts";
import type { Keys, Shortlisted } from "../../schemas/questions/records.ts";
import type { PlacedSentence } from "../items/numbered.ts";
import { addTelling } from "./evidence-choice.ts";
import { measuringPlaces } from "./measures.ts";

const renumbered = (evidence: readonly Evidence[]): Evidence[] =>
  evidence.map((each, at) => ({ ...each, number: at + 1 }));

/** All that a keypoint may rest on, document by document, numbered from 1. */
export function citable({ evidence, aside }: Pick<Shortlisted, "evidence" | "aside">): Evidence[] {
  const all = [...evidence, ...aside];
  const documentIds = all.map(({ span }) => span.documentId);
  const order = ({ span }: Evidence) => documentIds.indexOf(span.documentId);
  return renumbered(all.sort((a, b) => order(a) - order(b) || a.span.start - b.span.start));
}

/**
 * What a candidate rests on once its keypoints are known. `rested` are the numbers of the citable sentences that they
 * name; one with a date, name or amount of the answer that those lack stays, too. What is right by construction, and
 * what no keypoint rests on, keeps its evidence.
 */
export function keyedEvidence(
  candidate: Shortlisted,
  evidence: readonly Evidence[],
  rested: readonly number[],
  { sentences, language }: { sentences: readonly PlacedSentence[]; language: Language },
): Pick<Keys, "evidence" | "measures"> {
  const { measures, question } = candidate;
  if (measures.proof === "construction" || rested.length === 0)
    return { evidence: candidate.evidence, measures };
  const placeOf = ({ span }: Evidence): number =>
    sentences.find(
      ({ documentId, start }) => documentId === span.documentId && start === span.start,
    )?.number ?? 0;
  const chosen = new Set(evidence.filter(({ number }) => rested.includes(number)).map(placeOf));
  addTelling({ ...candidate, language, sentences }, chosen, evidence.map(placeOf));
  return {
    evidence: renumbered(evidence.filter(each => chosen.has(placeOf(each)))),
    measures: { ...measures, ...measuringPlaces(sentences, language)(question, [...chosen]) },
  };
}
