// Where a text came from and under which licence; kept beside the text, never part of what makes two texts equal.

import { z } from "zod";

export const Provenance = z.strictObject({
  /** File path as the user typed it, URL, or `generated`. */
  source: z.string().min(1),
  licence: z.string().nullable(),
});
export type Provenance = z.output<typeof Provenance>;
