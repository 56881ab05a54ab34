// The evidence of an item in the end: what both readers took or the answer's details need, and what its keypoints cite beside it.

import type { Language } from "../../schemas/items/item-types.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import type { Keys } from "../../schemas/questions/keys.ts";
import type { Shortlisted } from "../../schemas/questions/records.ts";
import { numbersOf, type PlacedSentence, toEvidence } from "../items/numbered.ts";
import { saysSame } from "../text/told-apart.ts";
import { anchorsOf, namingOf } from "./anchors.ts";
import { formHeadings } from "./form-headings.ts";
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

/** The numbers that its keys' author named: what its keypoints rest on, and what proves nothing. */
export interface Uses {
  readonly rested: readonly number[];
  readonly idle: readonly number[];
}

interface Standing {
  readonly sentences: readonly PlacedSentence[];
  readonly language: Language;
}

/** Its evidence in numbers; what is right by construction, or a list that code proved, keeps what it has. */
function numbersUsed(
  { evidence, question, answer, type, factIds, members }: Shortlisted,
  { rested, idle }: Uses,
  { sentences, language }: Standing,
): number[] {
  // A list over all documents is on many subjects, and cites what names each.
  const isOfFamily = questionTypes[type].family && factIds === undefined;
  // What a list does not count, a near-twin's document above all, proves nothing of it.
  const others = sentences.filter(({ documentId }) => members && !members.includes(documentId));
  const taken = numbersOf(evidence, sentences).filter(
    cite => factIds !== undefined || !idle.includes(cite),
  );
  const cited = new Set([...taken, ...rested]);
  const own = [...cited].filter(cite => others.every(({ number }) => number !== cite));
  const needed =
    isOfFamily && !("standing" in questionTypes[type])
      ? withoutRepeats(own, rested, { sentences, language })
      : own;
  if (factIds !== undefined) return needed;
  const naming = { language, said: `${question}\n${answer}` };
  const named = isOfFamily
    ? anchorsOf(needed, sentences, { ...naming, type })
    : namingOf(needed, sentences, naming);
  const added = named.filter(cite => !idle.includes(cite));
  const all = [...needed, ...added];
  return [...all, ...formHeadings(all, sentences)];
}

/**
 * What a candidate rests on once its keypoints are known: what was agreed on before but for what is idle, the sentences
 * that its keypoints rest on, which one reader alone took, and the lines that name its documents, or tell those of a family apart.
 */
export function keyedEvidence(
  candidate: Shortlisted,
  uses: Uses,
  { sentences, language }: Standing,
): Pick<Keys, "evidence" | "measures"> {
  const { evidence, measures, question } = candidate;
  if (measures.proof === "construction") return { evidence, measures };
  const numbers = numbersUsed(candidate, uses, { sentences, language });
  return {
    evidence: toEvidence(numbers, sentences),
    measures: { ...measures, ...measuringPlaces(sentences, language)(question, numbers) },
  };
}

/** The lines among which its keys are found: what either reader took, and those that name its documents. */
export function linesShown(
  candidate: Shortlisted,
  { sentences, language }: Standing,
): PlacedSentence[] {
  const { evidence, aside, measures } = candidate;
  const taken = numbersOf([...evidence, ...aside], sentences);
  const named =
    measures.proof === "construction"
      ? []
      : numbersUsed(candidate, { rested: [], idle: [] }, { sentences, language });
  const shown = new Set([...taken, ...named]);
  return sentences.filter(({ number }) => shown.has(number));
}
