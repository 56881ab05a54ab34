// The evidence of an item in the end: what both readers took or the answer's details need, and what its keypoints cite beside it.

import type { Language } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import type { Keys, Shortlisted } from "../../schemas/questions/records.ts";
import { numbersOf, type PlacedSentence, toEvidence } from "../items/numbered.ts";
import { saysSame } from "../text/told-apart.ts";
import { anchorsOf } from "./anchors.ts";
import { measuringPlaces } from "./measures.ts";

/** How many of each other's words two sentences have that say the same. */
const sameWords = 0.75;

/** Without what no keypoint rests on and another document's sentence says just as well. */
function withoutRepeats(
  numbers: readonly number[],
  rested: readonly number[],
  { sentences, language }: { sentences: readonly PlacedSentence[]; language: Language },
): number[] {
  const cited = sentences.filter(({ number }) => numbers.includes(number));
  const isRepeat = (one: PlacedSentence) =>
    !rested.includes(one.number) &&
    cited.some(
      other =>
        rested.includes(other.number) &&
        other.documentId !== one.documentId &&
        saysSame(other.text, one.text, { language, share: sameWords }),
    );
  return cited.filter(sentence => !isRepeat(sentence)).map(({ number }) => number);
}

/**
 * What a candidate rests on once its keypoints are known: what was agreed on before, the sentences that `rested` names,
 * which one reader alone took, and in a family the lines that tell its documents apart. What is right by construction
 * keeps its evidence.
 */
export function keyedEvidence(
  { evidence, measures, question, answer, type, factIds, members }: Shortlisted,
  rested: readonly number[],
  { sentences, language }: { sentences: readonly PlacedSentence[]; language: Language },
): Pick<Keys, "evidence" | "measures"> {
  if (measures.proof === "construction") return { evidence, measures };
  // A list over all documents is on many subjects, and cites what names each.
  const isOfFamily = questionTypes[type].family && factIds === undefined;
  // What a list does not count, a near-twin's document above all, proves nothing of it.
  const others = sentences.filter(({ documentId }) => members && !members.includes(documentId));
  const cited = new Set([...numbersOf(evidence, sentences), ...rested]);
  const own = [...cited].filter(cite => others.every(({ number }) => number !== cite));
  const needed =
    isOfFamily && !("standing" in questionTypes[type])
      ? withoutRepeats(own, rested, { sentences, language })
      : own;
  const numbers = [
    ...needed,
    ...(isOfFamily
      ? anchorsOf(needed, sentences, { language, type, said: `${question}\n${answer}` })
      : []),
  ];
  return {
    evidence: toEvidence(numbers, sentences),
    measures: { ...measures, ...measuringPlaces(sentences, language)(question, numbers) },
  };
}
