// Finds the headings that a line of a form needs: "Weight: 4 kg" occurs under every model.

import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { groupBy } from "../engine/grouping.ts";

const isHeading = ({ text }: PlacedSentence): boolean => /^#{1,6} /.test(text);

/** The label of a line, before its colon; without a colon, the whole line. */
const labelOf = (text: string): string => text.split(/[:：]/, 1)[0]?.trim() ?? text;

interface SentenceUnderHeading {
  readonly sentence: PlacedSentence;
  /** The nearest heading above it. */
  readonly under: PlacedSentence | undefined;
}

function placed(sentences: readonly PlacedSentence[]): SentenceUnderHeading[] {
  let under: PlacedSentence | undefined;
  return sentences.map((sentence): SentenceUnderHeading => {
    if (under?.documentId !== sentence.documentId) under = undefined;
    if (isHeading(sentence)) under = sentence;
    return { sentence, under: under === sentence ? undefined : under };
  });
}

/** Numbers of the headings to add: those of lines whose label also occurs under another heading. */
export function formHeadings(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
): number[] {
  const all = placed(sentences).filter(({ under }) => under !== undefined);
  const sameLabel = groupBy(all, ({ sentence }) => labelOf(sentence.text));
  const isOfForm = ({ sentence, under }: SentenceUnderHeading) =>
    (sameLabel.get(labelOf(sentence.text)) ?? []).some(other => other.under !== under);
  const headings = all
    .filter(({ sentence }) => numbers.includes(sentence.number))
    .filter(isOfForm)
    .flatMap(({ under }) => under?.number ?? []);
  return [...new Set(headings)].filter(number => !numbers.includes(number));
}
