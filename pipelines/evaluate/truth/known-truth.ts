// Reads the additional fields that our exports write into foreign formats: what is known of an answer.

import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { ForeignTruth } from "../../../schemas/formats/known-truth.ts";

/** Documents keep the ids of the file. */
export function readKnownTruth(
  record: unknown,
): Pick<TruthRow, "asOf" | "members" | "wrongAnswers" | "twinOf"> {
  const {
    as_of: asOf,
    members,
    wrong_answers: wrong,
    twin_of: twinOf,
  } = ForeignTruth.parse(record);
  return {
    ...(asOf === undefined ? {} : { asOf }),
    ...(members === undefined ? {} : { members }),
    ...(wrong === undefined
      ? {}
      : {
          wrongAnswers: wrong.map(({ answer, trap, document_ids: documentIds }) => ({
            answer,
            trap,
            documentIds,
          })),
        }),
    ...(twinOf === undefined ? {} : { twinOf }),
  };
}
