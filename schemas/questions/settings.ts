// Settings for the question generation method that all wings share.

import { z } from "zod";

/** Settings of the common method: each part can be switched off, so that its effect can be measured. */
export const AskingSettings = z.strictObject({
  candidates: z
    .strictObject({ factor: z.number().min(1).default(2), more: z.int().min(0).default(2) })
    .prefault({})
    .describe(
      "Candidates to request from a material: a multiple (factor) of the items that it should yield, plus a fixed number (more).",
    ),
  material: z
    .int()
    .min(500)
    .default(6000)
    .describe(
      "Maximum number of tokens (o200k) in a material; longer documents are read in sections.",
    ),
  links: z
    .boolean()
    .default(true)
    .describe(
      "Whether to find documents that belong together and create questions about several of them.",
    ),
  briefs: z
    .int()
    .min(2)
    .max(30)
    .default(30)
    .describe("Maximum number of briefs in one search for links."),
  readings: z
    .boolean()
    .default(true)
    .describe("Whether a second reader answers each question blind."),
  refinement: z.boolean().default(true).describe("Whether a model settles answers that differ."),
  selection: z
    .boolean()
    .default(true)
    .describe("Whether the best candidates are chosen, rather than the first that fit."),
  review: z
    .boolean()
    .default(true)
    .describe(
      "Whether the model that writes the keypoints, and sees only the item, may reject it.",
    ),
  shortlist: z
    .number()
    .min(1)
    .default(1.4)
    .describe("Candidates that get keypoints and keywords, as a multiple of the requested items."),
});
export type AskingSettings = z.output<typeof AskingSettings>;
