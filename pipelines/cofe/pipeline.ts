// The CoFE-RAG wing, in flow order: documents to fragments, fragments to questions, questions to the tail.

import { cofePlans } from "../../schemas/cofe/records.ts";
import { mixOf, type Settings } from "../../schemas/settings.ts";
import type { Stage } from "../engine/stage.ts";
import { demandStage } from "../items/demand.ts";
import { keypointsStage } from "../items/keypoints.ts";
import { keywordsStage } from "../items/keywords.ts";
import { labelsStage } from "../items/labels.ts";
import { referencesStage } from "../items/references.ts";
import { refinementStage } from "../items/refinement.ts";
import { selectionStage } from "../items/selection.ts";
import { splitsStage } from "../items/splits.ts";
import { changesStage } from "./changes.ts";
import { fragmentsStage } from "./fragments.ts";
import { cofePlansStage } from "./plans.ts";
import { cofeQuestionsStage } from "./questions.ts";
import { titlesStage } from "./titles.ts";
import { cofeVerdictsStage } from "./verdicts.ts";

export interface CofeOptions {
  readonly settings: Settings;
  /** Characters of the text that the first run found; undefined in a first run. */
  readonly base: number | undefined;
}

export function cofePipeline({ settings, base }: CofeOptions): Stage[] {
  const quotas = {
    items: settings.items,
    mix: mixOf.cofe.parse(settings.mix),
    ...(base === undefined ? {} : { base }),
  };
  return [
    fragmentsStage(settings.cofe.fragment),
    cofePlansStage(quotas),
    titlesStage,
    cofeQuestionsStage,
    referencesStage,
    refinementStage({ rounds: settings.rounds.refinement }),
    keypointsStage,
    keywordsStage,
    cofeVerdictsStage,
    selectionStage(quotas),
    demandStage(quotas, cofePlans),
    splitsStage(settings),
    labelsStage,
    changesStage,
  ];
}
