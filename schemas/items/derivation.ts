// Records of calculations by which an answer follows from its references.

import { z } from "zod";

/** Operations that can be recomputed. */
export const Operation = z.enum([
  "sum",
  "difference",
  "product",
  "ratio",
  "percent-change",
  /** The value before a change: from the value after it and the percentage. */
  "before-change",
  "days-between",
  "months-between",
  "years-between",
  "count",
  "maximum",
  "minimum",
]);
export type Operation = z.output<typeof Operation>;

/** A derivation as a model reports it; if its operation is unknown, code finds one. */
export const StatedDerivation = z.object({
  operation: Operation.optional().catch(undefined),
  operands: z.array(z.coerce.string().min(1)).min(1),
  result: z.coerce.string().min(1),
});
export type StatedDerivation = z.output<typeof StatedDerivation>;

/** How an answer's number or date follows from values in its references; code recomputes it. */
export const Derivation = z.strictObject({
  operation: Operation,
  /** The values as written in the references, or results of earlier derivations, in the order of the operation. */
  operands: z.array(z.string().min(1)).min(1),
  /** The value as written in the answer. */
  result: z.string().min(1),
});
export type Derivation = z.output<typeof Derivation>;
