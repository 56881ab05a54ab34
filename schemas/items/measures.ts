// What is known of how a question was made and what it is worth.

import { z } from "zod";

/** What is known of a question's worth; null where nobody measured it. */
export const Measures = z.strictObject({
  /** construction: true because of how it was made; reading: a blind reader agreed; none: nobody looked (the papers' methods). */
  proof: z.enum(["construction", "reading", "none"]),
  asker: z.string().nullable(),
  /** The proposer's mark and the blind reader's, 1 to 5. */
  proposed: z.number().nullable(),
  read: z.number().nullable(),
  /** Marks of the last reader, who saw the item alone, 1 to 5: whether it is right, and what it is worth. */
  right: z.number().nullable().default(null),
  alone: z.number().nullable().default(null),
  /** The reader's word: could it be answered without the documents? */
  known: z.boolean().nullable(),
  /** Passages (runs of neighbouring sentences) of its evidence. */
  passages: z.int().nullable(),
  /** Rank of its best evidence sentence for BM25 with the question's words over its documents, from 1; null for none. */
  lexicalRank: z.int().nullable(),
  /** What a link was, 2 or 3; null for a question on one material. */
  linked: z.number().nullable(),
  /** How many documents of the folder its material speaks for, each counted as often as it is used. */
  weight: z.number().nullable(),
});
export type Measures = z.output<typeof Measures>;

/** Of a question that nobody has looked at. */
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
