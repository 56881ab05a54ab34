// The RAGEval wing, in flow order: the stages before a user's own documents, questions or schema are left out.

import { z } from "zod";
import { PublishedType } from "../../schemas/items/item-types.ts";
import type { Names } from "../../schemas/rageval/names.ts";
import { plans } from "../../schemas/rageval/records.ts";
import type { Settings } from "../../schemas/settings.ts";
import type { Stage } from "../engine/stage.ts";
import { demandStage } from "../items/demand.ts";
import { keypointsStage } from "../items/keypoints.ts";
import { keywordsStage } from "../items/keywords.ts";
import { labelsStage } from "../items/labels.ts";
import { ownQuestionsStage } from "../items/own-questions.ts";
import { referencesStage } from "../items/references.ts";
import { refinementStage } from "../items/refinement.ts";
import { selectionStage } from "../items/selection.ts";
import { splitsStage } from "../items/splits.ts";
import { verdictsStage } from "../items/verdicts.ts";
import { configsStage } from "./configs.ts";
import { documentsStage } from "./documents.ts";
import { draftsStage } from "./drafts.ts";
import { drawnStage } from "./drawn.ts";
import { extractedFactsStage, locatedFactsStage } from "./facts.ts";
import { plansStage } from "./plans.ts";
import { questionsStage } from "./questions.ts";
import { schemasStage } from "./schema.ts";
import { documentGroupsStage, seedGroupsStage } from "./seed-groups.ts";
import type { StatuteTable } from "./statutes.ts";
import { variantsStage } from "./variants.ts";

export interface RagevalOptions {
  readonly settings: Settings;
  /** Where the user enters: with seeds, with documents of their own, or with questions on them. */
  readonly start: "seeds" | "documents" | "questions";
  readonly names: Readonly<Record<"zh" | "en", Names>>;
  readonly statutes: readonly StatuteTable[];
}

export function ragevalPipeline(options: RagevalOptions): Stage[] {
  const { settings, start } = options;
  const quotas = {
    items: settings.items,
    mix: z
      .object(Object.fromEntries(PublishedType.options.map(type => [type, z.number().optional()])))
      .parse(settings.mix),
  };
  if (start === "questions")
    return [
      ownQuestionsStage,
      ...tail(settings),
      selectionStage(undefined),
      splitsStage(settings),
      labelsStage,
    ];
  return [
    ...(settings.schemas.length > 0 ? [] : summarise(options)),
    ...(start === "seeds" ? write(options) : [drawnStage(quotas), extractedFactsStage]),
    plansStage({ ...quotas, devShare: settings.devShare }),
    questionsStage,
    ...tail(settings),
    selectionStage(quotas),
    demandStage(quotas, plans),
    splitsStage(settings),
    labelsStage,
  ];
}

const summarise = ({ settings, start }: RagevalOptions): Stage[] => [
  start === "seeds" ? seedGroupsStage : documentGroupsStage,
  schemasStage({ rounds: settings.rounds.schema, over: start === "seeds" ? "seeds" : "documents" }),
];

const write = ({ settings, names, statutes }: RagevalOptions): Stage[] => [
  variantsStage(settings),
  configsStage({ withheld: settings.withheld, names }),
  documentsStage({ repairRounds: settings.rounds.repair, statutes, licence: settings.licence }),
  ...(settings.drafts ? [draftsStage] : []),
  locatedFactsStage,
];

const tail = ({ rounds }: Settings): Stage[] => [
  referencesStage,
  refinementStage({ rounds: rounds.refinement }),
  keypointsStage,
  keywordsStage,
  verdictsStage,
];
