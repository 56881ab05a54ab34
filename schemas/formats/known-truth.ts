// Fields of ours in foreign formats: what is known of an answer by construction.

import { z } from "zod";
import { Truth, WrongAnswer } from "../items/records.ts";

/** As exports write it, with the format's document ids. */
export interface KnownTruth<Id> {
  as_of?: string;
  members?: Id[];
  wrong_answers?: { answer: string; trap: WrongAnswer["trap"]; document_ids: Id[] }[];
  twin_of?: string;
}

const ids = z.array(z.union([z.string(), z.number()]).transform(String)).min(1);

/** Read tolerantly: what does not fit is ignored. */
export const ForeignTruth = z.object({
  as_of: Truth.shape.asOf.catch(undefined),
  members: ids.optional().catch(undefined),
  wrong_answers: z
    .array(z.object({ answer: z.string().min(1), trap: WrongAnswer.shape.trap, document_ids: ids }))
    .min(1)
    .optional()
    .catch(undefined),
  twin_of: z.string().optional().catch(undefined),
});
