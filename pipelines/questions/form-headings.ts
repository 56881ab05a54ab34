// The headings without which a line of a form says nothing: "Weight: 4 kg" stands under every model.

import type { PlacedSentence } from "../items/numbered.ts";
import { groupBy } from "../engine/grouping.ts";

const isHeading = ({ text }: PlacedSentence): boolean => /^#{1,6} /.test(text);

/** What a line of a form is filled in behind; a whole line may be filled in the same way twice. */
const labelOf = (text: string): string => text.split(/[:：]/, 1)[0]?.trim() ?? text;

interface SentenceUnderHeading {
  readonly sentence: PlacedSentence;
  /** The heading that stands above it. */
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

/** Numbers of the headings to add to these: of each line that others under another heading begin like, its own. */
export function formHeadings(
  numbers: readonly number[],
  sentences: readonly PlacedSentence[],
): number[] {
  const all = placed(sentences).filter(({ under }) => under !== undefined);
  const alike = groupBy(all, ({ sentence }) => labelOf(sentence.text));
  const isOfForm = ({ sentence, under }: SentenceUnderHeading) =>
    (alike.get(labelOf(sentence.text)) ?? []).some(other => other.under !== under);
  const headings = all
    .filter(({ sentence }) => numbers.includes(sentence.number))
    .filter(isOfForm)
    .flatMap(({ under }) => under?.number ?? []);
  return [...new Set(headings)].filter(number => !numbers.includes(number));
}
