// Settings of the way to questions that all wings share.

import { z } from "zod";

/** Of the common way to questions: each part may be left out, so that its worth can be measured. */
export const AskingSettings = z.strictObject({
  candidates: z
    .strictObject({ factor: z.number().min(1).default(2), more: z.int().min(0).default(2) })
    .prefault({})
    .describe("Candidates asked for, for each item wanted of a material, and beyond."),
  material: z
    .int()
    .min(500)
    .default(6000)
    .describe("Tokens (o200k) of a material; longer documents are read by sections."),
  links: z
    .boolean()
    .default(true)
    .describe("Whether documents that belong together are sought and asked about together."),
  briefs: z
    .int()
    .min(2)
    .max(30)
    .default(30)
    .describe("Briefs among which links are sought at once."),
  readings: z
    .boolean()
    .default(true)
    .describe("Whether a second reader answers each question blind."),
  refinement: z.boolean().default(true).describe("Whether answers that differ are asked about."),
  selection: z
    .boolean()
    .default(true)
    .describe("Whether the best are chosen; else the first that fit."),
  review: z
    .boolean()
    .default(true)
    .describe(
      "Whether what the author of its keypoints, who sees an item alone, makes of it decides.",
    ),
  shortlist: z
    .number()
    .min(1)
    .default(1.4)
    .describe("Candidates that get keypoints and keywords, for each item wanted."),
});
export type AskingSettings = z.output<typeof AskingSettings>;
