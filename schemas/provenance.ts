// Record of where a text came from and under which licence; stored with the text, but ignored when texts are compared.

import { z } from "zod";

export const Provenance = z.strictObject({
  /** The file's path as the user typed it, a URL, or `generated`. */
  source: z.string().min(1),
  licence: z.string().nullable(),
});
export type Provenance = z.output<typeof Provenance>;
