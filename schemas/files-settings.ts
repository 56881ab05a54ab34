// Settings for reading a file.

import { z } from "zod";

/** Limits on each file that is read. */
export const FileLimits = z.strictObject({
  seconds: z.number().positive().default(120).describe("Seconds that reading a file may take."),
  memory: z.int().min(64).default(1024).describe("MB of memory that reading a file may take."),
  size: z.int().min(1).default(100).describe("Largest file, in MB."),
  followLinks: z
    .boolean()
    .default(false)
    .describe(
      "Whether links that lead out of a folder are followed. If not, whoever made the folder cannot have other files of yours read and sent to a model.",
    ),
});
export type FileLimits = z.output<typeof FileLimits>;
