// Lists the stages of the RAGEval wing, in flow order; those before a user's own documents, questions or schema are left out.

import { earlierMaterials } from "../../schemas/questions/earlier-materials.ts";
import type { Names } from "../../schemas/rageval/names.ts";
import { facts, seeds, sortedSeeds } from "../../schemas/rageval/records.ts";
import type { Settings } from "../../schemas/settings.ts";
import { wings } from "../../schemas/wings.ts";
import type { Stage } from "../engine/stage.ts";
import { changesStage } from "../items/changes.ts";
import { labelsStage } from "../items/labels.ts";
import { ownQuestionsStage } from "../items/own-questions.ts";
import { selectionStage } from "../items/selection.ts";
import { splitsStage } from "../items/splits.ts";
import { sharedStages } from "../items/shared-stages.ts";
import { verdictsStage } from "../items/verdicts.ts";
import type { DocumentUses } from "../questions/document-draw.ts";
import { materialsStage } from "../questions/materials.ts";
import { askingStages } from "../questions/pipeline.ts";
import { topicsStage } from "../questions/topics.ts";
import { questionRequestsStage } from "./question-requests.ts";
import { configsStage } from "./configs.ts";
import { documentsStage } from "./documents.ts";
import { draftsStage } from "./drafts.ts";
import { factsStage } from "./facts.ts";
import { membersStage } from "./members.ts";
import { questionsStage } from "./questions.ts";
import { schemasStage } from "./schema.ts";
import { seedBriefsStage } from "./seed-briefs.ts";
import { seedGroupsStage } from "./seed-groups.ts";
import { seedKindsStage } from "./seed-kinds.ts";
import { sortedSeedsStage } from "./sort-seeds.ts";
import type { StatuteTable } from "./statutes.ts";
import { variantsStage } from "./variants.ts";

export interface RagevalOptions {
  readonly settings: Settings;
  /** The user's entry point: seeds, their own documents, or questions about them. */
  readonly start: "seeds" | "documents" | "questions";
  /** Whether seeds are not sorted into folders by kind, so that their kinds must be found. */
  readonly unsorted?: true | undefined;
  /** Whether code constructs the questions, so that no blind reading is needed. */
  readonly constructed: boolean;
  /** Whether one model both asks the questions and answers them blind. */
  readonly sameReader: boolean;
  /** Total number of characters of the documents in the first run over them; undefined in that run itself. */
  readonly base?: number | undefined;
  /** How often documents are used. */
  readonly weights?: DocumentUses | undefined;
  readonly names: Readonly<Record<"zh" | "en", Names>>;
  readonly statutes: readonly StatuteTable[];
}

export function ragevalPipeline(options: RagevalOptions): Stage[] {
  const { settings, start } = options;
  const stages: Stage[] =
    start === "questions"
      ? [ownQuestionsStage, ...sharedStages(settings), verdictsStage, selectionStage(undefined)]
      : [
          ...(start === "seeds" ? documentStages(options) : []),
          ...(settings.method === "paper" ? paperStages(options) : ownMethodStages(options)),
        ];
  return [
    ...stages,
    splitsStage(settings),
    labelsStage,
    ...(start === "seeds" ? [] : [changesStage]),
  ];
}

function documentStages({ settings, names, statutes, unsorted }: RagevalOptions): Stage[] {
  const { rounds, length, licence, domains } = settings;
  const seedTable = unsorted ? sortedSeeds : seeds;
  const seedLookup = settings.schemas.length > 0 ? {} : { seeds: seedTable };
  return [
    ...(unsorted ? [seedBriefsStage, seedKindsStage, sortedSeedsStage({ domains })] : []),
    ...(settings.schemas.length > 0
      ? []
      : [seedGroupsStage(seedTable), schemasStage({ rounds: rounds.schema, seeds: seedTable })]),
    // Each of the paper's documents has its own subject.
    variantsStage(
      settings.method === "paper"
        ? { ...settings, families: { ...settings.families, share: 0 } }
        : settings,
    ),
    configsStage({ withheld: settings.withheld, names, length, ...seedLookup }),
    membersStage({ names }),
    documentsStage({ repairRounds: rounds.repair, statutes, licence, length, ...seedLookup }),
    ...(settings.drafts ? [draftsStage(seedTable)] : []),
    factsStage,
  ];
}

/** Our method: the model chooses what to ask, code proves it. */
function ownMethodStages(options: RagevalOptions): Stage[] {
  const { settings, start, constructed, sameReader, weights, base } = options;
  const { items, asking, devShare } = settings;
  const quotas = {
    items,
    mix: wings.rageval.mix.ours.parse(settings.mix),
    asking,
    devShare,
    constructed,
    distracted: settings.distractorsFrom.length > 0,
    ...(start === "seeds" ? { facts } : { earlierMaterials }),
    ...(base === undefined ? {} : { base }),
  };
  return [
    topicsStage,
    materialsStage({ ...quotas, weights }),
    ...askingStages({ wing: "rageval", quotas, sameReader }),
  ];
}

/** The paper's method: one type at a time from the config and the document, then references, refinement and keypoints for all. */
function paperStages({ settings, start }: RagevalOptions): Stage[] {
  const quotas = { items: settings.items, mix: wings.rageval.mix.paper.parse(settings.mix) };
  return [
    questionRequestsStage({
      quotas,
      candidates: settings.asking.candidates,
      devShare: settings.devShare,
    }),
    questionsStage(start === "seeds" ? { facts } : {}),
    ...sharedStages(settings),
    verdictsStage,
    selectionStage(quotas),
  ];
}
