// What code proves of a story's text with errors: that each is one, that the corpus puts it right, and that what is left is its own.

import type { StoryTask } from "../../schemas/crud/stories/records.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { fold } from "../text/fold.ts";
import { isCounted } from "../text/number-words.ts";
import { type Material, statedBy } from "./story-material.ts";
import { type Fault, fault, isOfName, type Reply, sourcesOf } from "./story-proofs.ts";

/** Values of a corrected text that neither its claims, nor their sentences, nor its context have. */
export function inventedFault(
  { answer, claims, input }: Pick<StoryTask, "answer" | "claims" | "input">,
  { sentences, language }: Material,
): Fault | undefined {
  const cited = statedBy(claims, { sentences });
  const known = [...claims.map(({ claim }) => claim), ...sourcesOf(cited), input];
  const invented = unsupportedValues(answer, known, [], language).filter(
    value => !isCounted(value) && !isOfName(answer, value, sentences),
  );
  return invented.length === 0
    ? undefined
    : fault("unsupported-value", `The text says ${invented.join(", ")} without a sentence.`);
}

/** The text with each of its errors put right. */
export const rightedText = ({ text, errors }: NonNullable<Reply["correction"]>): string =>
  errors.reduce((left, { wrong, right }) => left.replace(wrong, () => right), text).trim();

/** Whether each error stands in the text, is one, and is put right by the corpus. */
export function correctionFault(
  { text, errors }: NonNullable<Reply["correction"]>,
  { sentences, language }: Material,
  isUsable: ReadonlySet<string>,
): Fault | undefined {
  const repeated = errors.find(({ wrong }) => text.split(wrong).length !== 2);
  if (repeated)
    return fault("not-verbatim", `"${repeated.wrong}" does not stand once in the text.`);
  if (new Set(errors.map(({ kind }) => kind)).size < 2 || errors.length > 4)
    return fault("one-kind", "Two to four errors of two kinds at least are wanted.");
  const proofs = errors.map(
    ({ sentences: numbers }) =>
      new Set(
        sentences.flatMap(({ number, documentId }) =>
          numbers.includes(number) && isUsable.has(documentId) ? documentId : [],
        ),
      ),
  );
  if ([...isUsable].some(id => proofs.every(ids => ids.has(id))))
    return fault("one-article", "One article puts all of its errors right.");
  for (const { wrong, right, sentences: numbers } of errors) {
    const cited = sentences.filter(
      ({ number, documentId }) => numbers.includes(number) && isUsable.has(documentId),
    );
    if (cited.length === 0) return fault("not-in-corpus", `Nothing proves "${right}".`);
    const missing = unsupportedValues(right, sourcesOf(cited), [], language).filter(
      value => !isCounted(value),
    );
    if (missing.length > 0)
      return fault("unsupported-value", `No sentence says ${missing.join(", ")}.`);
    if (cited.some(sentence => fold(sentence.text).includes(fold(wrong))))
      return fault("not-wrong", `A sentence that is to disprove "${wrong}" says so.`);
  }
  return undefined;
}
