// Defines the settings for generated documents: families on one subject, and length.

import { z } from "zod";

export const FamilySettings = z.strictObject({
  share: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe(
      "Share of the documents that belong to a family, if documents of the kind come in families.",
    ),
  documents: z
    .int()
    .min(2)
    .max(4)
    .default(3)
    .describe("Maximum number of documents on one subject, not counting the near-twin."),
  twins: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe("Share of the families that get a near-twin."),
});

/**
 * Length of a generated document: like its schema's seeds, half or twice as long, or a number of tokens (o200k); a
 * near-twin is half as long. Without seeds, like-seeds sets no length. `rules` states each fact once, at any length.
 */
export const DocumentLength = z
  .union([z.enum(["like-seeds", "short", "long"]), z.int().min(200).max(10_000)])
  .default("like-seeds");
export type DocumentLength = z.output<typeof DocumentLength>;
