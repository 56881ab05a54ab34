// Settings of the files wing (CoFE-RAG): the size of the fragments that it asks about.

import { z } from "zod";

/** The settings under `cofe`. */
export const CofeSettings = z.strictObject({
  fragment: z
    .strictObject({ least: z.int().min(1).default(500), most: z.int().min(50).default(1200) })
    .prefault({})
    .describe("Tokens in a fragment (o200k), not counting its title."),
});
