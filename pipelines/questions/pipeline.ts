// Stages that generate the questions of any wing, in flow order, from materials to items. The model proposes questions; code proves them.

import type { Artifact } from "../../schemas/define.ts";
import type { QuestionType } from "../../schemas/items/item-types.ts";
import { questionTypes, withoutFamilyTypes } from "../../schemas/items/question-types.ts";
import type { EarlierMaterialRow } from "../../schemas/questions/earlier-materials.ts";
import {
  linkedMaterials,
  linkedProposals,
  materials,
  proposals,
} from "../../schemas/questions/records.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import { type Settings, questionTypesIn } from "../../schemas/settings.ts";
import type { Stage } from "../engine/stage.ts";
import type { QuotaOptions } from "../items/quotas.ts";
import { candidatesStage } from "./collect-candidates.ts";
import { choiceStage } from "./choose-items.ts";
import { familiesStage } from "./family-questions.ts";
import { familyMaterialsStage } from "./family-materials.ts";
import { initStage } from "./propose-questions.ts";
import { keysStage } from "./keys.ts";
import { linkedMaterialsStage } from "./linked-materials.ts";
import { linksStage } from "./links.ts";
import { neighbourhoodsStage } from "./neighbourhoods.ts";
import { quotasStage } from "./type-quotas.ts";
import { sheetsStage } from "./key-sheets.ts";
import { readingsStage } from "./readings.ts";
import { settledStage } from "./settle-candidates.ts";
import { shortlistStage } from "./shortlist.ts";
import {
  unfoldedAnswersStage,
  unfoldedQuestionsStage,
  unfoldedReferencesStage,
} from "./unfold-candidates.ts";
import {
  unfoldedKeypointsStage,
  unfoldedKeywordsStage,
  unfoldedVerdictsStage,
} from "./unfold-keys.ts";
import type { UnfoldOptions } from "./candidate-rows.ts";

/** Settings that decide how many questions are generated, and of which types. */
interface AskingQuotas extends QuotaOptions<QuestionType> {
  readonly asking: Settings["asking"];
  readonly devShare: number;
  /** Whether code constructs the questions, which then need no blind reading. */
  readonly constructed: boolean;
  /** Facts of generated documents. */
  readonly facts?: Artifact<typeof FactRow>;
  /** What an earlier run over the same documents read. */
  readonly earlierMaterials?: Artifact<typeof EarlierMaterialRow>;
  /** Whether there are distractors. */
  readonly distracted?: boolean | undefined;
}

export interface AskingOptions extends UnfoldOptions {
  readonly quotas: AskingQuotas;
  /** Whether the same model proposes and reads. */
  readonly sameReader: boolean;
  /** Whether fragments are linked, also within a document, rather than documents. */
  readonly ofFragments?: true;
}

/** Stages that find documents that warrant a shared question, and have a model propose such questions. */
const linkedStages = (
  { quotas, titles }: AskingOptions,
  proposalOptions: Pick<Parameters<typeof initStage>[0], "types" | "constructed">,
): Stage[] => [
  neighbourhoodsStage({ ...quotas, titles }),
  linksStage({ titles }),
  linkedMaterialsStage(quotas),
  initStage({
    name: "questions/linked-init",
    over: linkedMaterials,
    writes: linkedProposals,
    briefs: false,
    ...proposalOptions,
  }),
];

/** Stages that expand candidates into the rows that every wing ends in: questions, references, answers, keys, verdicts. */
const unfoldingStages = (options: UnfoldOptions): Stage[] => [
  unfoldedQuestionsStage(options),
  unfoldedReferencesStage(options),
  unfoldedAnswersStage(options),
  unfoldedKeypointsStage,
  unfoldedKeywordsStage,
  unfoldedVerdictsStage,
];

/** The stages after `questions/materials`. */
export function askingStages(options: AskingOptions): Stage[] {
  const { wing, quotas, sameReader, titles, ofFragments = false } = options;
  const { asking, facts, constructed, distracted } = quotas;
  const wantedTypes = questionTypesIn(quotas.mix);
  // Code knows which generated documents share a subject: these are read together, separately from all others.
  const types = facts ? withoutFamilyTypes(wantedTypes) : wantedTypes;
  const familyTypes = wantedTypes.filter(type => !types.includes(type));
  const families = familyTypes.length > 0;
  const readings = asking.readings && !constructed;
  const review = asking.review && !constructed;
  const linked =
    asking.links && !constructed && types.some(type => questionTypes[type].needsSeveralDocuments);
  const proposalOptions = { ...(facts && { facts }), titles, types, constructed };
  return [
    initStage({
      name: "questions/init",
      over: materials,
      writes: proposals,
      briefs: linked,
      ofFragments,
      ...proposalOptions,
    }),
    ...(linked ? linkedStages(options, proposalOptions) : []),
    ...(families
      ? [familyMaterialsStage(quotas), familiesStage({ types: familyTypes, constructed })]
      : []),
    candidatesStage({ linked, families }),
    ...(readings ? [readingsStage({ sameModel: sameReader, titles })] : []),
    settledStage({ readings, refinement: asking.refinement, constructed, titles, distracted }),
    shortlistStage(quotas),
    sheetsStage,
    keysStage({ wing, titles, distracted, usesMarks: review }),
    ...unfoldingStages({ wing, titles }),
    choiceStage({ ...quotas, usesMarks: review }),
    quotasStage(quotas),
  ];
}
