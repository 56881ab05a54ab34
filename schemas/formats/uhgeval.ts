// UHGEval's records: the beginning of a news text, a continuation with errors, and which of its words are wrong. Read tolerantly.

import { z } from "zod";

/** One line of a UHGEval file; fields beyond these are dropped. */
export const UhgevalRecord = z.object({
  id: z.string(),
  headLine: z.string().default(""),
  broadcastDate: z.string().default(""),
  type: z.string().default(""),
  newsBeginning: z.string().min(1),
  hallucinatedContinuation: z.string().min(1),
  generatedBy: z.string().default(""),
  /** `words<sep>合理`, or `words<sep>不合理，reason`. */
  annotations: z.array(z.string()),
  realContinuation: z.string().default(""),
  newsRemainder: z.string().min(1),
});
export type UhgevalRecord = z.output<typeof UhgevalRecord>;
