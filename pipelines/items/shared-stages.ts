// Lists the stages that wings share: from questions with first answers to answers with evidence, keypoints and keywords.

import type { Settings } from "../../schemas/settings.ts";
import type { Stage } from "../engine/stage.ts";
import { keypointsStage } from "./keypoints.ts";
import { keywordsStage } from "./keywords.ts";
import { referencesStage } from "./references.ts";
import { refinementStage } from "./refinement.ts";

/** In flow order, after a stage that writes `items/questions`; verdicts, selection, splits and labels follow. */
export const sharedStages = ({ rounds }: Pick<Settings, "rounds">): Stage[] => [
  referencesStage,
  refinementStage({ rounds: rounds.refinement }),
  keypointsStage,
  keywordsStage,
];
