// A text corrected by values: where the passage sentence on the same matter has one other value of the same kind, it takes its place.

import { baselinePrompts } from "../../../schemas/evaluation/prompts.ts";
import { says } from "../../text/same-value.ts";
import { splitSentences } from "../../text/sentences.ts";
import { sameUnit, unitAfter } from "../../text/units.ts";
import { findValues, type Value } from "../../text/values.ts";
import { answers } from "../answerer.ts";
import { shareIn, valuesAndUnits } from "../judge/read-answer.ts";
import { type PassageSentence, sentencesOf } from "./passage-sentences.ts";

type Language = "zh" | "en";

/** The share of a clause's words that a sentence must have to be on the same matter. */
const SAME_MATTER = 0.6;
/** A clause of fewer telling words may be about anything. */
const FEWEST = 3;

interface Change {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly right: string;
}

const alike = (text: string, value: Value, other: Value, otherText: string): boolean =>
  value.kind === other.kind &&
  (value.kind !== "number" ||
    sameUnit(unitAfter(text, value.end), unitAfter(otherText, other.end), "1"));

const saidIn = (value: Value, values: readonly Value[]): boolean =>
  values.some(other => says(other, value) || says(value, other));

/** The sentence on the clause's matter, where one is nearest. */
function sentenceOn(
  clause: string,
  sentences: readonly PassageSentence[],
  language: Language,
): PassageSentence | undefined {
  const { units } = valuesAndUnits(clause, language);
  if (units.size < FEWEST) return undefined;
  const [best, next] = sentences
    .map(sentence => ({ sentence, share: shareIn(units, sentence.units) }))
    .sort((a, b) => b.share - a.share);
  return best && best.share >= SAME_MATTER && best.share > (next?.share ?? 0)
    ? best.sentence
    : undefined;
}

/** A value is changed only where it is plain which: the one value that the sentence does not have for the one of its kind that the clause does not have. */
function changesIn(
  clause: string,
  sentence: PassageSentence,
  known: readonly Value[],
  language: Language,
): Change[] {
  const values = findValues(clause, language);
  const wrong = values.filter(value => value.kind !== "ordinal" && !saidIn(value, known));
  return wrong.flatMap(value => {
    const fit = sentence.values.filter(
      other => alike(clause, value, other, sentence.text) && !saidIn(other, values),
    );
    const rivals = wrong.filter(other => alike(clause, value, other, clause));
    const [right] = fit;
    return right && fit.length === 1 && rivals.length === 1
      ? [{ start: value.start, end: value.end, right: right.text }]
      : [];
  });
}

export const correctionAnswerer = answers(
  baselinePrompts.correction,
  ({ input, passages }, { language }) => {
    const sentences = sentencesOf(passages, language);
    const known = sentences.flatMap(({ values }) => values);
    const changes = splitSentences(input, language).flatMap(({ text, start }) => {
      const sentence = sentenceOn(text, sentences, language);
      return sentence
        ? changesIn(text, sentence, known, language).map(change => ({
            ...change,
            start: change.start + start,
            end: change.end + start,
          }))
        : [];
    });
    return {
      answer: changes.reduceRight(
        (rest, { start, end, right }) => rest.slice(0, start) + right + rest.slice(end),
        input,
      ),
    };
  },
);
