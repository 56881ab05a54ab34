// Record of how a question was created and what it is worth.

import { z } from "zod";

/** Measures of a question; null if not measured. */
export const Measures = z.strictObject({
  /** construction: right because of how it was created; reading: a blind reader agreed; none: not checked (the papers' methods). */
  proof: z.enum(["construction", "reading", "none"]),
  /** Who would ask it, in the proposer's words. */
  asker: z.string().nullable(),
  /** The proposer's mark and the blind reader's, 1 to 5. */
  proposed: z.number().nullable(),
  read: z.number().nullable(),
  /** Marks of the last reader, who saw only the item, 0 to 5: whether it is right, and what it is worth. */
  right: z.number().nullable().default(null),
  alone: z.number().nullable().default(null),
  /** Whether it could be answered without the documents, according to the reader. */
  known: z.boolean().nullable(),
  /** Number of passages (runs of neighbouring sentences) in its evidence. */
  passages: z.int().nullable(),
  /** BM25 rank (from 1) of its best evidence sentence among those of its documents, for the question's words; null if none is found. */
  lexicalRank: z.int().nullable(),
  /** Certainty of its link, 2 or 3; null for a question about a single document. */
  linked: z.number().nullable(),
  /** Number of documents of the folder that its material represents, each weighted by how much it is used. */
  weight: z.number().nullable(),
});
export type Measures = z.output<typeof Measures>;

/** The measures of a question that was never checked. */
export const unmeasured: Measures = {
  proof: "none",
  asker: null,
  proposed: null,
  read: null,
  right: null,
  alone: null,
  known: null,
  passages: null,
  lexicalRank: null,
  linked: null,
  weight: null,
};
