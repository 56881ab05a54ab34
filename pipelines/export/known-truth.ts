// Converts the facts known about an item's answer by construction, which every format carries next to its own fields.

import type { KnownTruth } from "../../schemas/formats/known-truth.ts";
import type { ItemRow } from "../../schemas/items/records.ts";

/**
 * Leaves out facts that are not known. Formats place them as follows. `huggingface`, `csv`: in four columns, null
 * or empty if not known. `beir`: in a query's `metadata`. `deepeval`, `promptfoo`, `langfuse`, `langsmith`: in an
 * example's metadata. `ragas`: in fields of a sample that Ragas ignores. `dragonball`: in `ground_truth`, documents
 * by their numbers. `cofe`: in an example, after the original's fields. `crud`, whose records allow no further
 * fields: next to the item's id in the queries of manifest.json. Our own JSONL (`items/items.jsonl`) has them as they
 * are.
 */
export function toKnownTruth<Id extends string | number = string>(
  { asOf, members, wrongAnswers, twinOf }: ItemRow,
  idOf: (documentId: string) => Id,
): KnownTruth<Id> {
  return {
    ...(asOf === undefined ? {} : { as_of: asOf }),
    ...(members === undefined ? {} : { members: members.map(idOf) }),
    ...(wrongAnswers === undefined
      ? {}
      : {
          wrong_answers: wrongAnswers.map(({ answer, trap, documentIds }) => ({
            answer,
            trap,
            document_ids: documentIds.map(idOf),
          })),
        }),
    ...(twinOf === undefined ? {} : { twin_of: twinOf }),
  };
}

/** The known truth in formats that identify documents as the run does. */
export const knownTruthOf = (item: ItemRow): KnownTruth<string> => toKnownTruth(item, id => id);
