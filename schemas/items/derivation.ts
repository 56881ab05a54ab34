// A calculation by which an answer follows from its references.

import { z } from "zod";

/** How an answer's number or date follows from values in its references; recomputed by code. */
export const Derivation = z.strictObject({
  operation: z.enum([
    "sum",
    "difference",
    "product",
    "ratio",
    "percent-change",
    "days-between",
    "months-between",
    "years-between",
    "count",
    "maximum",
    "minimum",
  ]),
  /** The values as they stand in the references, or the result of a derivation before, in the order of the operation. */
  operands: z.array(z.string().min(1)).min(1),
  /** The value as it stands in the answer. */
  result: z.string().min(1),
});
export type Derivation = z.output<typeof Derivation>;
