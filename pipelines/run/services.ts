// Builds a run's services from its settings and the environment: the only place that reads keys and opens journals.

import { join } from "node:path";
import type { Prices } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { type Executor, localExecutor } from "../engine/executor.ts";
import type { Stage } from "../engine/stage.ts";
import type { Budget } from "../llm/budget/budget.ts";
import { openEarlierReplies } from "../llm/earlier-replies.ts";
import { openDialects } from "../llm/endpoints/dialect.ts";
import type { Model } from "../llm/model.ts";
import { createAsks, createEarlierCheck, fingerprintOf, modelOfStage } from "./ask-functions.ts";
import type { Batches } from "./batches.ts";
import type { Code } from "./code.ts";
import { type ClientParts, createModelFactory } from "./clients.ts";
import { openEndpoints } from "./endpoints.ts";
import { openFleet, type QueueServices } from "./fleet-services.ts";
import { lazyWeb } from "./lazy-web.ts";
import {
  type CallingStages,
  checkStageNames,
  isFree,
  type StageModel,
  stageModel,
} from "./models.ts";
import { noticesOf } from "./notices.ts";
import type { OwnModels } from "./own-models.ts";
import { floorVersion } from "./rules-model.ts";
import {
  openRetrieval,
  type RetrievalClients,
  retrievalModels,
  type Searches,
} from "./retrieval-services.ts";
import { openBudget, openJournal, pricesOf } from "./run-budget.ts";
import { runTemplates } from "./run-templates.ts";

export interface Services {
  readonly executor: Executor;
  readonly askFingerprint: (stage: Stage, language: "zh" | "en") => unknown;
  /** Rows in flight at once. */
  readonly rowsInFlight: number;
  /** Name of the model, as in keys, for each stage that calls one. */
  readonly models: Readonly<Record<string, string>>;
  /** Distinct model names. */
  readonly modelNames: readonly string[];
  /** Prices of paid models, as far as known. */
  readonly prices: Prices;
  /** Notices to print before the first call. */
  readonly notices: readonly string[];
  readonly batches: Batches | undefined;
  readonly budget: Budget | undefined;
  /** Clients for the stages named in `searches`. */
  readonly retrieval: RetrievalClients;
  close(): Promise<void>;
}

export interface ServiceOptions {
  /** The code that runs. */
  readonly code: Code;
  readonly directory: string;
  readonly settings: Settings;
  /** Models that the program passed in; empty if all models are given by name. */
  readonly own: OwnModels;
  readonly stages: readonly Stage[];
  readonly batch: "api" | "files" | undefined;
  readonly retryFailed: boolean;
  /** Stages that embed or rerank. */
  readonly searches?: Searches | undefined;
  /** Folders of other jobs, whose replies to the same requests are reused. */
  readonly earlier?: readonly string[] | undefined;
  /** Aborted when the user stops the run. */
  readonly signal: AbortSignal;
  readonly note?: ((text: string) => void) | undefined;
  /** Check of the directory's lock: throws if another process has taken it over. */
  readonly check: () => void;
  /** Set if workers process the rows. */
  readonly queue?: QueueServices | undefined;
}

/** Milliseconds by which latencies may differ between workers: a worker's first calls take longest. */
const workerSlack = 1000;

/** The models of the stages that call one, by stage name. */
export function modelsOfStages({
  settings,
  stages,
  batch,
}: Pick<ServiceOptions, "settings" | "stages" | "batch">): CallingStages {
  checkStageNames(settings, stages);
  const asking = stages.filter(({ prompts }) => prompts.length > 0);
  const models = new Map(
    asking.map(stage => [
      stage.name,
      { stage, model: stageModel(settings, stage.name, batch === "api") },
    ]),
  );
  const usesFiles = [...models.values()].some(({ model }) =>
    batch === "files" ? !isFree(model) : model.batch,
  );
  if (batch === undefined || usesFiles) return models;
  throw new PipelineError(
    "wrong-use",
    batch === "files"
      ? "rules answers at once: there is nothing to write into files."
      : "No stage's model can be called through the Batch API.",
    { hint: "Add --model openai:NAME, or remove --batch." },
  );
}

interface Closable {
  close(): Promise<void>;
}

/** Registers a part, to be closed with the others. */
type Keep = <Part extends Closable>(part: Part) => Part;

/** Throws PipelineError for what the settings or the environment lack; parts already opened are closed again. */
export async function openServices(options: ServiceOptions): Promise<Services> {
  const openedParts: Closable[] = [];
  const close = async () => {
    for (const part of openedParts.toReversed()) await part.close();
  };
  const keep: Keep = part => {
    openedParts.push(part);
    return part;
  };
  try {
    return { ...(await assemble(options, keep)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface OpeningParts {
  readonly stageModels: readonly StageModel[];
  readonly prices: Prices;
  readonly keep: Keep;
}

/** Opens the parts that models are built from: journal, budget, connections. */
async function openParts(options: ServiceOptions, { stageModels, prices, keep }: OpeningParts) {
  const { directory, settings, own, check } = options;
  const environment = process.env;
  const byHand = options.batch === "files";
  const journal = keep(await openJournal({ directory, settings, check }));
  const budget =
    Object.keys(prices).length > 0 ? keep(await openBudget(options, journal)) : undefined;
  const usesFiles = byHand || stageModels.some(({ batch }) => batch);
  const batches = usesFiles
    ? keep(
        await (await import("./batches.ts")).openBatches({
          directory,
          settings,
          models: stageModels,
          byHand,
          environment,
          budget,
          prices,
          check,
        }),
      )
    : undefined;
  const endpoints = keep(
    openEndpoints(settings, {
      signal: options.signal,
      slack: options.queue ? workerSlack : 0,
      check,
      note: options.note,
    }),
  );
  const parts: ClientParts = {
    web: keep(lazyWeb(options)).open,
    floor: floorVersion(options.code),
    settings,
    own,
    environment,
    endpoints,
    dialects: openDialects(join(directory, "endpoints.json")),
    templates: runTemplates(settings, options.stages),
    budget,
    prices,
    batch: batches?.files,
    byHand,
  };
  return { journal, batches, parts };
}

async function assemble(options: ServiceOptions, keep: Keep): Promise<Omit<Services, "close">> {
  const { code, settings, stages, queue } = options;
  const asking = modelsOfStages(options);
  const stageModels = [...asking.values()].map(({ model }) => model);
  const searchModels = retrievalModels(settings, options.searches ?? {}, process.env);
  const prices = pricesOf(
    [...stageModels, ...searchModels.map(({ model }) => model)],
    settings.maxCost,
  );
  const { journal, batches, parts } = await openParts(options, { stageModels, prices, keep });
  const { endpoints, templates, budget } = parts;
  const isEarlier = createEarlierCheck(journal, options.retryFailed);
  const fleet =
    queue && keep(openFleet({ ...parts, queue, code, stages, asking, journal, isEarlier }));
  const earlier = openEarlierReplies(options.earlier);
  const modelOf = createModelFactory(journal, parts, earlier);
  const localModels = new Map(
    fleet ? [] : [...asking].map(([name, { model }]) => [name, modelOf(model)]),
  );
  const models: ReadonlyMap<string, Pick<Model, "name" | "settings">> = fleet
    ? fleet.heads
    : localModels;
  const thinkingOf = (stage: string) => asking.get(stage)?.model.thinkingTokens ?? 0;
  return {
    executor: fleet
      ? await fleet.start()
      : localExecutor(
          createAsks({
            templates,
            isEarlier,
            modelOf: stage => ({
              model: modelOfStage(localModels, stage),
              thinkingTokens: thinkingOf(stage),
            }),
          }),
        ),
    askFingerprint: (stage, language) =>
      fingerprintOf(modelOfStage(models, stage.name), stage.prompts, prompt =>
        templates.templateHash(prompt, language),
      ),
    rowsInFlight: Math.max(endpoints.rowsInFlight(), settings.limits.concurrency),
    models: Object.fromEntries([...models].map(([stage, { name }]) => [stage, name])),
    modelNames: [...new Set([...models.values()].map(({ name }) => name))],
    prices,
    notices: noticesOf(asking, options, searchModels),
    batches,
    budget,
    retrieval: openRetrieval({ models: searchModels, journal, endpoints, budget, prices, earlier }),
  };
}
