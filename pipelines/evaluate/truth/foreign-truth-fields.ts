// What the truths of foreign formats have in common: labels of whole documents, and the extra fields that our exports add.

import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { ForeignTruth } from "../../../schemas/formats/known-truth.ts";

/** Labels of documents that are equally relevant; a foreign format does not say where in them. */
export const labelsOfDocuments = (
  documentIds: readonly string[],
): NonNullable<TruthRow["labels"]> =>
  documentIds.map(documentId => ({ documentId, grade: 1, countsForMrr: true, spans: [] }));

/** Reads what is known about an answer, such as wrong answers to it. Document ids are left as they are in the file. */
export function readExtraFields(
  record: unknown,
): Pick<TruthRow, "asOf" | "members" | "wrongAnswers" | "twinOf"> {
  const {
    as_of: asOf,
    members,
    wrong_answers: wrongAnswers,
    twin_of: twinOf,
  } = ForeignTruth.parse(record);
  return {
    ...(asOf !== undefined && { asOf }),
    ...(members && { members }),
    ...(wrongAnswers && {
      wrongAnswers: wrongAnswers.map(({ answer, trap, document_ids: documentIds }) => ({
        answer,
        trap,
        documentIds,
      })),
    }),
    ...(twinOf !== undefined && { twinOf }),
  };
}
