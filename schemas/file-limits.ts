// Settings for reading a user's files.

import { z } from "zod";

/** Limits on each file that is read. */
export const FileLimits = z.strictObject({
  seconds: z
    .number()
    .positive()
    .default(120)
    .describe("Maximum time for reading a file, in seconds."),
  memory: z.int().min(64).default(1024).describe("Maximum memory for reading a file, in MB."),
  size: z.int().min(1).default(100).describe("Maximum size of a file, in MB."),
  followLinks: z
    .boolean()
    .default(false)
    .describe(
      "Whether to follow links that lead out of a folder. If not, a folder made by someone else cannot cause your other files to be read and sent to a model.",
    ),
});
export type FileLimits = z.output<typeof FileLimits>;
