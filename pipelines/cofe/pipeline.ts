// Lists the stages of the files wing, in pipeline order: they make fragments of documents and items of fragments, and show what became of earlier items when the documents changed.

import { cofePlans, fragments, titles } from "../../schemas/cofe/records.ts";
import { earlierMaterials } from "../../schemas/questions/earlier-materials.ts";
import { materials } from "../../schemas/questions/records.ts";
import type { Settings } from "../../schemas/settings.ts";
import { wings } from "../../schemas/wings.ts";
import type { Stage } from "../engine/stage.ts";
import { changesStage } from "../items/changes.ts";
import { labelsStage } from "../items/labels.ts";
import { selectionStage } from "../items/selection.ts";
import { splitsStage } from "../items/splits.ts";
import { sharedStages } from "../items/shared-stages.ts";
import { materialsStage } from "../questions/materials.ts";
import { askingStages } from "../questions/pipeline.ts";
import { topicsStage } from "../questions/topics.ts";
import { fragmentsStage } from "./fragments.ts";
import { cofePlansStage } from "./plans.ts";
import { cofeQuestionsStage } from "./questions.ts";
import { titlesStage } from "./titles.ts";
import { cofeVerdictsStage } from "./verdicts.ts";

export interface CofeOptions {
  readonly settings: Settings;
  /** Number of characters of text that the first run found; undefined in a first run. */
  readonly base: number | undefined;
  /** Whether code constructs the questions, so that there are no blind readings. */
  readonly constructed: boolean;
  /** Whether the same model both asks and reads. */
  readonly sameReader: boolean;
}

export const cofePipeline = (options: CofeOptions): Stage[] => [
  fragmentsStage(options.settings.cofe.fragment),
  ...(options.settings.method === "paper" ? paperStages(options) : defaultStages(options)),
  splitsStage(options.settings),
  labelsStage,
  changesStage,
];

/** The mix of question types for files. Code can construct only factual questions, which ask about a single statement, so no other types are planned then. */
export function cofeMix({ mix }: Pick<Settings, "mix">, constructed: boolean) {
  const weights = wings.cofe.mix.ours.parse(mix);
  return constructed && weights.factual ? { factual: weights.factual } : weights;
}

/** The default method: the model chooses what to ask about fragments and linked documents, and code verifies it. */
function defaultStages({ settings, base, constructed, sameReader }: CofeOptions): Stage[] {
  const { items, asking, devShare, distractorsFrom } = settings;
  const quotas = {
    items,
    mix: cofeMix(settings, constructed),
    asking,
    devShare,
    constructed,
    earlierMaterials,
    distracted: distractorsFrom.length > 0,
    ...(base === undefined ? {} : { base }),
  };
  return [
    topicsStage,
    materialsStage({ ...quotas, fragments }),
    titlesStage(materials),
    ...askingStages({
      wing: "cofe",
      quotas,
      sameReader,
      titles,
      ofFragments: true,
    }),
  ];
}

/** The method as published: four types per fragment, answers, both kinds of keywords, and a review of all three. */
function paperStages({ settings, base }: CofeOptions): Stage[] {
  const quotas = {
    items: settings.items,
    mix: wings.cofe.mix.paper.parse(settings.mix),
    ...(base === undefined ? {} : { base }),
  };
  return [
    cofePlansStage({ ...quotas, candidates: settings.asking.candidates }),
    titlesStage(cofePlans),
    cofeQuestionsStage,
    ...sharedStages(settings),
    cofeVerdictsStage,
    selectionStage(quotas),
  ];
}
