// Stages of the RAGEval wing, in flow order; those before a user's own documents, questions or schema are left out.

import { askedBefore } from "../../schemas/questions/asked-before.ts";
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
import { tail } from "../items/tail.ts";
import { verdictsStage } from "../items/verdicts.ts";
import type { Uses } from "../questions/draw.ts";
import { materialsStage } from "../questions/materials.ts";
import { askingStages } from "../questions/pipeline.ts";
import { topicsStage } from "../questions/topics.ts";
import { askedStage } from "./asked.ts";
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
import { sortedSeedsStage } from "./sorted-seeds.ts";
import type { StatuteTable } from "./statutes.ts";
import { variantsStage } from "./variants.ts";

export interface RagevalOptions {
  readonly settings: Settings;
  /** The user's entry point: seeds, their own documents, or questions on them. */
  readonly start: "seeds" | "documents" | "questions";
  /** Whether seeds are not sorted into folders by kind, so that their kinds must be found. */
  readonly unsorted?: true | undefined;
  /** Whether code constructs the questions, so that no blind reading is needed. */
  readonly constructed: boolean;
  /** Whether one model both asks and reads. */
  readonly sameReader: boolean;
  /** Characters of the documents in the first run over them; undefined in a first run. */
  readonly base?: number | undefined;
  /** How often documents are used. */
  readonly weights?: Uses | undefined;
  readonly names: Readonly<Record<"zh" | "en", Names>>;
  readonly statutes: readonly StatuteTable[];
}

export function ragevalPipeline(options: RagevalOptions): Stage[] {
  const { settings, start } = options;
  const made: Stage[] =
    start === "questions"
      ? [ownQuestionsStage, ...tail(settings), verdictsStage, selectionStage(undefined)]
      : [
          ...(start === "seeds" ? write(options) : []),
          ...(settings.method === "paper" ? byTheBook(options) : chosen(options)),
        ];
  return [
    ...made,
    splitsStage(settings),
    labelsStage,
    ...(start === "seeds" ? [] : [changesStage]),
  ];
}

function write({ settings, names, statutes, unsorted }: RagevalOptions): Stage[] {
  const { rounds, length, licence, domains } = settings;
  const sorted = unsorted ? sortedSeeds : seeds;
  const from = settings.schemas.length > 0 ? {} : { seeds: sorted };
  return [
    ...(unsorted ? [seedBriefsStage, seedKindsStage, sortedSeedsStage({ domains })] : []),
    ...(settings.schemas.length > 0
      ? []
      : [seedGroupsStage(sorted), schemasStage({ rounds: rounds.schema, seeds: sorted })]),
    // Each of the paper's documents has its own subject.
    variantsStage(
      settings.method === "paper"
        ? { ...settings, families: { ...settings.families, share: 0 } }
        : settings,
    ),
    configsStage({ withheld: settings.withheld, names, length, ...from }),
    membersStage({ names }),
    documentsStage({ repairRounds: rounds.repair, statutes, licence, length, ...from }),
    ...(settings.drafts ? [draftsStage(sorted)] : []),
    factsStage,
  ];
}

/** The model chooses what is asked, code proves it. */
function chosen(options: RagevalOptions): Stage[] {
  const { settings, start, constructed, sameReader, weights, base } = options;
  const { items, asking, devShare } = settings;
  const quotas = {
    items,
    mix: wings.rageval.mix.ours.parse(settings.mix),
    asking,
    devShare,
    constructed,
    distracted: settings.distractorsFrom.length > 0,
    ...(start === "seeds" ? { facts } : { before: askedBefore }),
    ...(base === undefined ? {} : { base }),
  };
  return [
    topicsStage,
    materialsStage({ ...quotas, weights }),
    ...askingStages({
      wing: "rageval",
      quotas,
      sameReader,
    }),
  ];
}

/** The paper's method: one type at a time over config and document, then references, refinement and keypoints for all. */
function byTheBook({ settings, start }: RagevalOptions): Stage[] {
  const quotas = { items: settings.items, mix: wings.rageval.mix.paper.parse(settings.mix) };
  return [
    askedStage({ quotas, candidates: settings.asking.candidates, devShare: settings.devShare }),
    questionsStage(start === "seeds" ? { facts } : {}),
    ...tail(settings),
    verdictsStage,
    selectionStage(quotas),
  ];
}
