// Stages of the CRUD-RAG wing, in pipeline order: articles to documents, documents to tasks and corpus, tasks to the shared stages.

import type { Settings } from "../../schemas/settings.ts";
import { wings } from "../../schemas/wings.ts";
import type { CrudSettings } from "../../schemas/crud/settings.ts";
import type { Stage } from "../engine/stage.ts";
import { labelsStage } from "../items/labels.ts";
import { questEvalStage } from "../items/quest-eval.ts";
import { questSheetsStage } from "../items/quest-sheets.ts";
import { selectionStage } from "../items/selection.ts";
import { splitsStage } from "../items/splits.ts";
import { sharedStages } from "../items/shared-stages.ts";
import { articlesStage } from "./articles.ts";
import { boilerplateStage } from "./boilerplate.ts";
import { clustersStage } from "./clusters.ts";
import { corpusStage } from "./corpus.ts";
import { correctionStage } from "./correction.ts";
import { eventsStage } from "./events.ts";
import { halvesStage } from "./halves.ts";
import { heldOutStage } from "./held-out.ts";
import { leaksStage } from "./leaks.ts";
import { neighboursStage } from "./neighbours.ts";
import { crudPlansStage } from "./plans.ts";
import { poolStage } from "./pool.ts";
import { qaMultiStage } from "./qa-multi.ts";
import { qaSingleStage } from "./qa-single.ts";
import { crudQuotasStage } from "./task-quotas.ts";
import { queriesStage, storyQueriesStage } from "./queries.ts";
import { crudQuestionsStage } from "./questions.ts";
import { relatedArticlesStage } from "./related-articles.ts";
import { continuationStage, summarizationStage } from "./reverse-tasks.ts";
import { storiesStage } from "./stories.ts";
import { storyDraftsStage } from "./story-drafts.ts";
import { storySheetsStage } from "./story-sheets.ts";
import { storyTasksStage } from "./story-tasks.ts";
import { crudVerdictsStage } from "./verdicts.ts";
import { webArticlesStage } from "./web-articles.ts";

export interface CrudOptions {
  readonly settings: Settings;
  /** Whether the user starts with articles to be cleaned, or with documents as they are. */
  readonly start: "articles" | "documents";
  /** Texts that an older split was made from: they are not used again. */
  readonly usedTexts: readonly string[];
}

/** The steps of CRUD-RAG's paper: one plan per task, each with its own requests. */
const paperStages = ({ settings: { crud } }: CrudOptions): Stage[] => [
  eventsStage,
  halvesStage,
  queriesStage,
  ...webStages(crud),
  corpusStage({ settings: crud, searchesWeb: crud.search !== null }),
  relatedArticlesStage(crud),
  summarizationStage,
  continuationStage,
  qaSingleStage,
  qaMultiStage,
];

/** Stories: one request for tasks and one blind reading of what a withheld article and several articles of the corpus report. */
const storyStages = ({ settings: { crud } }: CrudOptions): Stage[] => [
  ...(crud.search === null ? [] : [storyQueriesStage, ...webStages(crud)]),
  corpusStage({ settings: crud, searchesWeb: crud.search !== null }),
  storiesStage({ searchesWeb: crud.search !== null }),
  storySheetsStage,
  storyTasksStage,
  storyDraftsStage,
];

const webStages = (crud: CrudSettings): Stage[] =>
  crud.search === null ? [] : [webArticlesStage(crud)];

export function crudPipeline(options: CrudOptions): Stage[] {
  const { settings, start, usedTexts } = options;
  const { crud, method } = settings;
  const quotas = { items: settings.items, mix: wings.crud.mix.ours.parse(settings.mix) };
  const keyless = settings.model.model === "rules";
  return [
    ...(start === "articles" ? [boilerplateStage, articlesStage(crud)] : []),
    clustersStage(crud),
    poolStage({ ...crud, usedTexts }),
    neighboursStage(crud),
    heldOutStage({ quotas, method, settings: crud }),
    leaksStage(crud),
    crudPlansStage({ quotas, candidates: settings.asking.candidates, method, keyless }),
    ...(method === "paper" ? paperStages(options) : storyStages(options)),
    correctionStage,
    crudQuestionsStage({ method, quotas }),
    ...sharedStages(settings),
    crudVerdictsStage({ ...crud, method }),
    selectionStage(quotas, { allowsOtherTypes: method !== "paper" }),
    crudQuotasStage(quotas, { stories: method !== "paper" }),
    splitsStage(settings),
    labelsStage,
    ...(crud.questEval ? [questSheetsStage, questEvalStage] : []),
  ];
}
