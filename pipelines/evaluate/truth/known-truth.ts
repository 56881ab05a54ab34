// What a foreign file says beside its own fields of what is known of an answer: as our exports write it.

import type { TruthRow } from "../../../schemas/evaluation/truth.ts";
import { ForeignTruth } from "../../../schemas/formats/known-truth.ts";

/** Documents go by the ids that the file has for them. */
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
