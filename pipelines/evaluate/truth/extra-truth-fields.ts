// Reads the extra fields that our exports add to foreign formats: what is known about an answer.

import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { ForeignTruth } from "../../../schemas/formats/known-truth.ts";

/** Document ids are left as they are in the file. */
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
    ...(asOf === undefined ? {} : { asOf }),
    ...(members === undefined ? {} : { members }),
    ...(wrongAnswers === undefined
      ? {}
      : {
          wrongAnswers: wrongAnswers.map(({ answer, trap, document_ids: documentIds }) => ({
            answer,
            trap,
            documentIds,
          })),
        }),
    ...(twinOf === undefined ? {} : { twinOf }),
  };
}
