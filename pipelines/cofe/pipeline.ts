// The files wing, in flow order: documents to fragments, fragments to questions, and what became of the items when the documents changed.

import { cofePlans, fragments, titles } from "../../schemas/cofe/records.ts";
import { askedBefore } from "../../schemas/questions/asked-before.ts";
import { materials } from "../../schemas/questions/records.ts";
import { mixOf, publishedMixOf, type Settings } from "../../schemas/settings.ts";
import type { Stage } from "../engine/stage.ts";
import { changesStage } from "../items/changes.ts";
import { keypointsStage } from "../items/keypoints.ts";
import { keywordsStage } from "../items/keywords.ts";
import { labelsStage } from "../items/labels.ts";
import { referencesStage } from "../items/references.ts";
import { refinementStage } from "../items/refinement.ts";
import { selectionStage } from "../items/selection.ts";
import { splitsStage } from "../items/splits.ts";
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
  /** Characters of the text that the first run found; undefined in a first run. */
  readonly base: number | undefined;
  /** Whether code asks by construction, so that nothing is read blind. */
  readonly constructed: boolean;
  /** Whether one model both asks and reads. */
  readonly sameReader: boolean;
}

export const cofePipeline = (options: CofeOptions): Stage[] => [
  fragmentsStage(options.settings.cofe.fragment),
  ...(options.settings.method === "paper" ? byTheBook(options) : chosen(options)),
  splitsStage(options.settings),
  labelsStage,
  changesStage,
];

/** Of files code asks what stands at a place, which is factual: nothing waits for types that it cannot make. */
export function mixOfFiles({ mix }: Pick<Settings, "mix">, constructed: boolean) {
  const wanted = mixOf.cofe.parse(mix);
  return constructed && wanted.factual ? { factual: wanted.factual } : wanted;
}

/** The model chooses what is asked of fragments and of documents that are linked, code proves it. */
function chosen({ settings, base, constructed, sameReader }: CofeOptions): Stage[] {
  const { items, asking, devShare, distractorsFrom } = settings;
  const quotas = {
    items,
    mix: mixOfFiles(settings, constructed),
    asking,
    devShare,
    constructed,
    before: askedBefore,
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

/** As the paper prints it: four types a fragment, answer, keywords in their kinds, and a review of all three. */
function byTheBook({ settings, base }: CofeOptions): Stage[] {
  const quotas = {
    items: settings.items,
    mix: publishedMixOf.cofe.parse(settings.mix),
    ...(base === undefined ? {} : { base }),
  };
  return [
    cofePlansStage({ ...quotas, candidates: settings.asking.candidates }),
    titlesStage(cofePlans),
    cofeQuestionsStage,
    referencesStage,
    refinementStage({ rounds: settings.rounds.refinement }),
    keypointsStage,
    keywordsStage,
    cofeVerdictsStage,
    selectionStage(quotas),
  ];
}
