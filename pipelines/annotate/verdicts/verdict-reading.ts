// The result of reading a verdict, in any format: the verdict with its place, or the reason why it could not be read.

import type { ReviewSource, VerdictLine } from "../../../schemas/annotation.ts";
import type { UnreadVerdict } from "../../../schemas/output/annotation.ts";

export interface ReadVerdict extends Omit<VerdictLine, "revision"> {
  /** File and line, row or task, for error messages. */
  readonly place: string;
  readonly source: ReviewSource;
}

export type ReadOutcome = ReadVerdict | UnreadVerdict;

export const isUnread = (outcome: ReadOutcome): outcome is UnreadVerdict => "problem" in outcome;
