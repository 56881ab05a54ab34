// Writes a decision in at most nine lines, for a terminal.

import type { Decision } from "../../../schemas/evaluation/decision.ts";
import {
  judgeItemsSentence,
  costComparison,
  peopleRequestSentence,
  basisSentence,
  headline,
  itemsNeededSentence,
  endpointItemsSentence,
  uncheckedJudgeSentence,
} from "./sentences.ts";
import { strengthsSentence, robustnessSentence } from "./robustness.ts";

/** How many items the systems and the judge were given, in one line. */
const askedCounts: typeof judgeItemsSentence = (decision, language) =>
  [endpointItemsSentence(decision, language), judgeItemsSentence(decision, language)]
    .filter(Boolean)
    .join(" ");

/** The lines, in English; empty ones are left out. */
export const decisionLines = (decision: Decision): string[] =>
  [
    headline,
    basisSentence,
    uncheckedJudgeSentence,
    itemsNeededSentence,
    askedCounts,
    strengthsSentence,
    robustnessSentence,
    costComparison,
    peopleRequestSentence,
  ]
    .map(sentence => sentence(decision, "en"))
    .filter(line => line !== "");
