// Fields that we add to foreign formats: what is known about an answer by construction.

import { z } from "zod";
import { Truth, WrongAnswer } from "../items/records.ts";

/** The fields as exports write them, with the format's document ids. */
export interface KnownTruth<Id> {
  as_of?: string;
  members?: Id[];
  wrong_answers?: { answer: string; trap: WrongAnswer["trap"]; document_ids: Id[] }[];
  twin_of?: string;
}

const Ids = z.array(z.union([z.string(), z.number()]).transform(String)).min(1);

/** The fields as they are read, tolerantly: what does not fit is ignored. */
export const ForeignTruth = z.object({
  as_of: Truth.shape.asOf.catch(undefined),
  members: Ids.optional().catch(undefined),
  wrong_answers: z
    .array(z.object({ answer: z.string().min(1), trap: WrongAnswer.shape.trap, document_ids: Ids }))
    .min(1)
    .optional()
    .catch(undefined),
  twin_of: z.string().optional().catch(undefined),
});
