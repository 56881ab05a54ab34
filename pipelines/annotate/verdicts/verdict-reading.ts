// What the readers of all formats hand on: a verdict with the place it stands at, or why a place holds none.

import type { ReviewSource, VerdictLine } from "../../../schemas/annotation.ts";
import type { UnreadVerdict } from "../../../schemas/output/annotation.ts";

export interface ReadVerdict extends Omit<VerdictLine, "revision"> {
  /** For error messages: file and line, row or task. */
  readonly place: string;
  readonly source: ReviewSource;
}

export type ReadOutcome = ReadVerdict | UnreadVerdict;

export const isUnread = (outcome: ReadOutcome): outcome is UnreadVerdict => "problem" in outcome;
