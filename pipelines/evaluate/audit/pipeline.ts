// The stages of an audit, in flow order: each item put to trial, the rest of the corpus searched, findings drawn.

import type { Stage } from "../../engine/stage.ts";
import { findingsStage, type Thresholds } from "./findings.ts";
import { foundLabelsStage } from "./found-labels.ts";
import { otherAnswersStage } from "./other-answers.ts";
import { trialAnswersStage } from "./trial-answers.ts";
import { trialVerdictsStage } from "./trial-verdicts.ts";
import { trialsStage } from "./trials.ts";

/** `documents` and `itemStatistics` are inputs beside the truths. */
export const auditStages = (thresholds: Thresholds): Stage[] => [
  trialsStage,
  trialAnswersStage,
  trialVerdictsStage,
  otherAnswersStage,
  foundLabelsStage,
  findingsStage(thresholds),
];
