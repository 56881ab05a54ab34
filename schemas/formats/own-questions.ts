// A user's own questions, one JSON object per line; only the question is required.

import { z } from "zod";
import { QuestionType } from "../items/item-types.ts";

export const OwnQuestion = z.looseObject({
  question: z.string().min(1),
  answer: z.string().optional(),
  /** Name, id or doc_id of a document; several in `documents`. */
  document: z.union([z.string(), z.number()]).optional(),
  documents: z.array(z.union([z.string(), z.number()])).optional(),
  type: QuestionType.optional(),
  language: z.enum(["zh", "en"]).optional(),
});
export type OwnQuestion = z.output<typeof OwnQuestion>;
