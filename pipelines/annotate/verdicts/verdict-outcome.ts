// The result of reading a verdict in any format: the verdict with its place in the file, or the reason why it could not be read.

import type { ReviewSource, VerdictLine } from "../../../schemas/annotation.ts";
import type { UnreadableVerdict } from "../../../schemas/output/annotation.ts";

export interface ParsedVerdict extends Omit<VerdictLine, "revision"> {
  /** The file, and the line, row or task in it, for error messages. */
  readonly place: string;
  readonly source: ReviewSource;
}

export type VerdictOutcome = ParsedVerdict | UnreadableVerdict;

export const isUnreadable = (outcome: VerdictOutcome): outcome is UnreadableVerdict =>
  "problem" in outcome;
