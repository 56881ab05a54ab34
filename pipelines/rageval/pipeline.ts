// The RAGEval wing, in flow order: the stages before a user's own documents, questions or schema are left out.

import type { Names } from "../../schemas/rageval/names.ts";
import { publishedMixOf, type Settings } from "../../schemas/settings.ts";
import type { Stage } from "../engine/stage.ts";
import { keypointsStage } from "../items/keypoints.ts";
import { keywordsStage } from "../items/keywords.ts";
import { labelsStage } from "../items/labels.ts";
import { ownQuestionsStage } from "../items/own-questions.ts";
import { referencesStage } from "../items/references.ts";
import { refinementStage } from "../items/refinement.ts";
import { selectionStage } from "../items/selection.ts";
import { splitsStage } from "../items/splits.ts";
import { verdictsStage } from "../items/verdicts.ts";
import { askedStage } from "./asked.ts";
import { configsStage } from "./configs.ts";
import { documentsStage } from "./documents.ts";
import { draftsStage } from "./drafts.ts";
import { drawnStage } from "./drawn.ts";
import { extractedFactsStage, locatedFactsStage } from "./facts.ts";
import { questionsStage } from "./questions.ts";
import { schemasStage } from "./schema.ts";
import { documentGroupsStage, seedGroupsStage } from "./seed-groups.ts";
import type { StatuteTable } from "./statutes.ts";
import { variantsStage } from "./variants.ts";

export interface RagevalOptions {
  readonly settings: Settings;
  /** Where the user enters: with seeds, with documents of their own, or with questions on them. */
  readonly start: "seeds" | "documents" | "questions";
  /** Whether code asks by construction, so that nothing is read blind. */
  readonly constructed: boolean;
  readonly names: Readonly<Record<"zh" | "en", Names>>;
  readonly statutes: readonly StatuteTable[];
}

export function ragevalPipeline(options: RagevalOptions): Stage[] {
  const { settings, start } = options;
  const made: Stage[] =
    start === "questions"
      ? [ownQuestionsStage, ...tail(settings), selectionStage(undefined)]
      : [
          ...(start === "seeds" ? write(options) : []),
          ...(settings.method === "paper" ? byTheBook(options) : chosen(options)),
        ];
  return [...made, splitsStage(settings), labelsStage];
}

const summarise = ({ settings, start }: RagevalOptions): Stage[] =>
  settings.schemas.length > 0
    ? []
    : [
        start === "seeds" ? seedGroupsStage : documentGroupsStage,
        schemasStage({
          rounds: settings.rounds.schema,
          over: start === "seeds" ? "seeds" : "documents",
        }),
      ];

const write = (options: RagevalOptions): Stage[] => {
  const { settings, names, statutes } = options;
  return [
    ...summarise(options),
    variantsStage(settings),
    configsStage({ withheld: settings.withheld, names }),
    documentsStage({ repairRounds: settings.rounds.repair, statutes, licence: settings.licence }),
    ...(settings.drafts ? [draftsStage] : []),
    locatedFactsStage,
  ];
};

/** The model chooses what is asked, code proves it. */
function chosen(_: RagevalOptions): Stage[] {
  return [];
}

/** As the paper prints it: a type at a time over config and document, then references, refinement and keypoints for all. */
function byTheBook(options: RagevalOptions): Stage[] {
  const { settings, start } = options;
  const quotas = { items: settings.items, mix: publishedMixOf.parse(settings.mix) };
  return [
    ...(start === "seeds" ? [] : [...summarise(options), drawnStage(quotas), extractedFactsStage]),
    askedStage({ quotas, candidates: settings.asking.candidates, devShare: settings.devShare }),
    questionsStage,
    ...tail(settings),
    selectionStage(quotas),
  ];
}

const tail = ({ rounds }: Settings): Stage[] => [
  referencesStage,
  refinementStage({ rounds: rounds.refinement }),
  keypointsStage,
  keywordsStage,
  verdictsStage,
];
