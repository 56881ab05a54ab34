// The stages of an audit, in pipeline order: try each item, search the rest of the corpus, collect the findings.

import type { Stage } from "../../engine/stage.ts";
import { findingsStage, type FindingThresholds } from "./findings.ts";
import { foundLabelsStage } from "./found-labels.ts";
import { otherAnswersStage } from "./other-answers.ts";
import { trialAnswersStage } from "./trial-answers.ts";
import { trialVerdictsStage } from "./trial-verdicts.ts";
import { trialsStage } from "./trials.ts";

/** The inputs are the truths, `documents` and `itemStatistics`. */
export const auditStages = (thresholds: FindingThresholds): Stage[] => [
  trialsStage,
  trialAnswersStage,
  trialVerdictsStage,
  otherAnswersStage,
  foundLabelsStage,
  findingsStage(thresholds),
];
