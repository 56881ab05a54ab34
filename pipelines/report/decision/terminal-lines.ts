// Writes a decision in at most nine lines, for a terminal.

import type { Decision } from "../../../schemas/evaluation/decision.ts";
import {
  itemsAsked,
  costComparison,
  forPeople,
  basisSentence,
  headline,
  itemsNeeded,
  systemsAsked,
  uncheckedJudge,
} from "./sentences.ts";
import { strengths, robustness } from "./robustness.ts";

/** How many items the systems and the judge were given, in one line. */
const askedCounts: typeof itemsAsked = (decision, language) =>
  [systemsAsked(decision, language), itemsAsked(decision, language)].filter(Boolean).join(" ");

/** The lines, in English; empty ones are left out. */
export const decisionLines = (decision: Decision): string[] =>
  [
    headline,
    basisSentence,
    uncheckedJudge,
    itemsNeeded,
    askedCounts,
    strengths,
    robustness,
    costComparison,
    forPeople,
  ]
    .map(say => say(decision, "en"))
    .filter(line => line !== "");
