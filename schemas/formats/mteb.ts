// What MTEB's retrieval loader (2.26) reads from a dataset: the configurations `corpus`, `queries` and `default` (the relevance labels).

import { z } from "zod";

export const MtebDocument = z.strictObject({
  _id: z.string().min(1),
  title: z.string(),
  text: z.string(),
});
export type MtebDocument = z.output<typeof MtebDocument>;

export const MtebQuery = z.strictObject({ _id: z.string().min(1), text: z.string().min(1) });
export type MtebQuery = z.output<typeof MtebQuery>;

export const MtebQrel = z.strictObject({
  "query-id": z.string().min(1),
  "corpus-id": z.string().min(1),
  score: z.int().min(1),
});
export type MtebQrel = z.output<typeof MtebQrel>;
