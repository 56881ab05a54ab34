// Finds the headings that a line of a form needs: "Weight: 4 kg" may occur under every model.

import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { groupBy } from "../engine/grouping.ts";

const isHeading = ({ text }: PlacedSentence): boolean => /^#{1,6} /.test(text);

/** The label of a line, before its colon; without a colon, the whole line. */
const labelOf = (text: string): string => text.split(/[:：]/, 1)[0]?.trim() ?? text;

interface SentenceUnderHeading {
  readonly sentence: PlacedSentence;
  /** The nearest heading above it. */
  readonly heading: PlacedSentence | undefined;
}

function sentencesUnderHeadings(sentences: readonly PlacedSentence[]): SentenceUnderHeading[] {
  let heading: PlacedSentence | undefined;
  return sentences.map((sentence): SentenceUnderHeading => {
    if (heading?.documentId !== sentence.documentId) heading = undefined;
    if (isHeading(sentence)) heading = sentence;
    return { sentence, heading: heading === sentence ? undefined : heading };
  });
}

/** Numbers of the headings to add: those of lines whose label also occurs under another heading. */
export function formHeadings(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
): number[] {
  const sentencesWithHeading = sentencesUnderHeadings(sentences).filter(
    ({ heading }) => heading !== undefined,
  );
  const sentencesByLabel = groupBy(sentencesWithHeading, ({ sentence }) => labelOf(sentence.text));
  const isOfForm = ({ sentence, heading }: SentenceUnderHeading) =>
    (sentencesByLabel.get(labelOf(sentence.text)) ?? []).some(other => other.heading !== heading);
  const headings = sentencesWithHeading
    .filter(({ sentence }) => numbers.includes(sentence.number))
    .filter(isOfForm)
    .flatMap(({ heading }) => heading?.number ?? []);
  return [...new Set(headings)].filter(number => !numbers.includes(number));
}
