// Limits of each file that is read.

import { z } from "zod";

/** How files are read. */
export const FileLimits = z.strictObject({
  seconds: z.number().positive().default(120).describe("Seconds a file may take."),
  memory: z.int().min(64).default(1024).describe("MB of memory that reading it may take."),
  size: z.int().min(1).default(100).describe("MB a file may have."),
  followLinks: z
    .boolean()
    .default(false)
    .describe(
      "Whether links that lead out of a folder are followed: without it whoever made the folder cannot have other files of yours read and sent to a model.",
    ),
});
export type FileLimits = z.output<typeof FileLimits>;
