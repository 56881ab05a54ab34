// Proves in code that each error in a story's text really is an error, that the corpus corrects it, and that the rest is supported.

import type { StoryTask } from "../../schemas/crud/stories/records.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { isCountOrOrdinal } from "../text/number-words.ts";
import { type Material, sentencesStating } from "./story-material.ts";
import { type Fault, fault, isPartOfName, type Reply, sourceTexts } from "./story-proofs.ts";

/** The fault if a corrected text has values that are in none of its claims, their sentences or its context. */
export function unsupportedValueFault(
  { answer, claims, input }: Pick<StoryTask, "answer" | "claims" | "input">,
  { sentences, language }: Material,
): Fault | undefined {
  const citedSentences = sentencesStating(claims, { sentences });
  const sources = [...claims.map(({ claim }) => claim), ...sourceTexts(citedSentences), input];
  const inventedValues = unsupportedValues(answer, sources, [], language).filter(
    value => !isCountOrOrdinal(value) && !isPartOfName(answer, value, sentences),
  );
  return inventedValues.length === 0
    ? undefined
    : fault(
        "unsupported-value",
        `The text says ${inventedValues.join(", ")} without citing a sentence.`,
      );
}

/** The text with all its errors corrected. */
export const correctedText = ({ text, errors }: NonNullable<Reply["correction"]>): string =>
  errors
    .reduce((corrected, { wrong, right }) => corrected.replace(wrong, () => right), text)
    .trim();

/** The first fault: each error must be in the text, be an error, and be corrected by the corpus. */
export function correctionFault(
  { text, errors }: NonNullable<Reply["correction"]>,
  { sentences, language }: Material,
  usableIds: ReadonlySet<string>,
): Fault | undefined {
  const ambiguous = errors.find(({ wrong }) => text.split(wrong).length !== 2);
  if (ambiguous)
    return fault("not-verbatim", `"${ambiguous.wrong}" does not occur exactly once in the text.`);
  if (new Set(errors.map(({ kind }) => kind)).size < 2 || errors.length > 4)
    return fault("one-kind", "Two to four errors of at least two kinds are needed.");
  const provingIds = errors.map(
    ({ sentences: numbers }) =>
      new Set(
        sentences.flatMap(({ number, documentId }) =>
          numbers.includes(number) && usableIds.has(documentId) ? documentId : [],
        ),
      ),
  );
  if ([...usableIds].some(id => provingIds.every(ids => ids.has(id))))
    return fault("one-article", "One article corrects all its errors.");
  for (const { wrong, right, sentences: numbers } of errors) {
    const citedSentences = sentences.filter(
      ({ number, documentId }) => numbers.includes(number) && usableIds.has(documentId),
    );
    if (citedSentences.length === 0) return fault("not-in-corpus", `Nothing proves "${right}".`);
    const missingValues = unsupportedValues(
      right,
      sourceTexts(citedSentences),
      [],
      language,
    ).filter(value => !isCountOrOrdinal(value));
    if (missingValues.length > 0)
      return fault("unsupported-value", `No sentence says ${missingValues.join(", ")}.`);
    if (citedSentences.some(sentence => fold(sentence.text).includes(fold(wrong))))
      return fault("not-wrong", `A sentence cited against "${wrong}" says it too.`);
  }
  return undefined;
}
