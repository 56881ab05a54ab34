// Settings for the question-making method shared by all wings.

import { z } from "zod";

/** Settings of the common method: each part can be switched off, so that its effect can be measured. */
export const AskingSettings = z.strictObject({
  candidates: z
    .strictObject({ factor: z.number().min(1).default(2), more: z.int().min(0).default(2) })
    .prefault({})
    .describe(
      "Candidates requested per item wanted of a material (factor), plus a fixed number (more).",
    ),
  material: z
    .int()
    .min(500)
    .default(6000)
    .describe("Tokens (o200k) in a material; longer documents are read in sections."),
  links: z
    .boolean()
    .default(true)
    .describe("Whether to look for documents that belong together and ask about them together."),
  briefs: z.int().min(2).max(30).default(30).describe("Briefs in one search for links."),
  readings: z
    .boolean()
    .default(true)
    .describe("Whether a second reader answers each question blind."),
  refinement: z
    .boolean()
    .default(true)
    .describe("Whether a model is asked to settle answers that differ."),
  selection: z
    .boolean()
    .default(true)
    .describe("Whether the best candidates are chosen, rather than the first that fit."),
  review: z
    .boolean()
    .default(true)
    .describe("Whether the author of the keypoints, who sees only the item, may reject it."),
  shortlist: z
    .number()
    .min(1)
    .default(1.4)
    .describe("Candidates that get keypoints and keywords, per item wanted."),
});
export type AskingSettings = z.output<typeof AskingSettings>;
