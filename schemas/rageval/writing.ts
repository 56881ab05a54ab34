// Settings of the documents that are written: families on one subject, and length.

import { z } from "zod";

export const FamilySettings = z.strictObject({
  share: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe(
      "Share of the documents that belong to a family, where documents of the kind come in families.",
    ),
  documents: z
    .int()
    .min(2)
    .max(4)
    .default(3)
    .describe("Documents on one subject at most, the near-twin apart."),
  twins: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe("Share of the families that get a near-twin."),
});

/**
 * How long a written document is: as its schema's seeds, half or twice as long, or so many tokens (o200k); a near-twin
 * half of it. Without seeds like-seeds wants nothing. `rules` says each fact once, whatever the length.
 */
export const DocumentLength = z
  .union([z.enum(["like-seeds", "short", "long"]), z.int().min(200).max(10_000)])
  .default("like-seeds");
export type DocumentLength = z.output<typeof DocumentLength>;
