// Builds a run's services from its settings and the environment: the only place that reads keys and opens journals.

import { join } from "node:path";
import type { Prices } from "../../schemas/prices.ts";
import type { Settings } from "../../schemas/settings.ts";
import { type Executor, localExecutor } from "../engine/executor.ts";
import type { Stage } from "../engine/stage.ts";
import type { Budget } from "../llm/budget/budget.ts";
import { openEarlierReplies } from "../llm/earlier-replies.ts";
import { openDialects } from "../llm/endpoints/dialect.ts";
import type { Model } from "../llm/model.ts";
import {
  type AskParts,
  createAskFunctions,
  createAnsweredCheck,
  fingerprintOf,
  modelOfStage,
} from "./ask-functions.ts";
import type { Batches } from "./batches.ts";
import type { Code } from "./code-version.ts";
import { type ClientParts, createModelFactory } from "./clients.ts";
import { openEndpoints } from "./endpoints.ts";
import { openFleet, type QueueServices } from "./fleet-services.ts";
import { lazyWeb } from "./lazy-web.ts";
import { type CallingStages, modelsOfStages, type StageModel } from "./models.ts";
import { noticesOf } from "./notices.ts";
import type { OwnModels } from "./own-models.ts";
import { floorVersion } from "./rules-model.ts";
import {
  openRetrieval,
  type RetrievalClients,
  retrievalModels,
  type SearchStages,
} from "./retrieval-services.ts";
import { openBudget, openJournal, pricesOf } from "./run-budget.ts";
import { runTemplates } from "./run-templates.ts";

export interface Services {
  readonly executor: Executor;
  readonly askFingerprint: (stage: Stage, language: "zh" | "en") => unknown;
  /** Rows in flight at once. */
  readonly rowsInFlight: number;
  /** Name of the model, as used in journal keys, for each stage that calls one. */
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
  /** The code that is running. */
  readonly code: Code;
  readonly directory: string;
  readonly settings: Settings;
  /** Models that the program passed in; empty if all models are given by name. */
  readonly ownModels: OwnModels;
  readonly stages: readonly Stage[];
  readonly batch: "api" | "files" | undefined;
  readonly retryFailed: boolean;
  /** Stages that embed or rerank. */
  readonly searches?: SearchStages | undefined;
  /** Folders of other jobs, whose replies to the same requests are reused. */
  readonly earlierFolders?: readonly string[] | undefined;
  /** Aborted when the user stops the run. */
  readonly signal: AbortSignal;
  readonly onLongWait?: ((text: string) => void) | undefined;
  /** Check of the directory's lock: throws if another process has taken it over. */
  readonly checkLock: () => void;
  /** Set if workers process the rows. */
  readonly queue?: QueueServices | undefined;
}

/** Milliseconds by which latencies may differ between workers: a worker's first calls take longest. */
const workerSlack = 1000;

interface Closable {
  close(): Promise<void>;
}

/** Registers a part, to be closed with the others. */
type RegisterPart = <Part extends Closable>(part: Part) => Part;

/** Throws PipelineError for what the settings or the environment lack; parts already opened are closed again. */
export async function openServices(options: ServiceOptions): Promise<Services> {
  const openedParts: Closable[] = [];
  const close = async () => {
    for (const part of openedParts.toReversed()) await part.close();
  };
  const register: RegisterPart = part => {
    openedParts.push(part);
    return part;
  };
  try {
    return { ...(await assemble(options, register)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface OpeningParts {
  readonly stageModels: readonly StageModel[];
  readonly prices: Prices;
  readonly register: RegisterPart;
}

/** Opens the parts that models are built from: journal, budget, connections. */
async function openParts(options: ServiceOptions, { stageModels, prices, register }: OpeningParts) {
  const { directory, settings, ownModels, checkLock } = options;
  const environment = process.env;
  const byHand = options.batch === "files";
  const journal = register(await openJournal({ directory, settings, checkLock }));
  const budget =
    Object.keys(prices).length > 0 ? register(await openBudget(options, journal)) : undefined;
  const usesFiles = byHand || stageModels.some(({ batch }) => batch);
  const batches = usesFiles
    ? register(
        await (await import("./batches.ts")).openBatches({
          directory,
          settings,
          models: stageModels,
          byHand,
          environment,
          budget,
          prices,
          checkLock,
        }),
      )
    : undefined;
  const endpoints = register(
    openEndpoints(settings, {
      signal: options.signal,
      latencySlack: options.queue ? workerSlack : 0,
      checkLock,
      onLongWait: options.onLongWait,
    }),
  );
  const parts: ClientParts = {
    web: register(lazyWeb(options)).open,
    floorHash: floorVersion(options.code),
    settings,
    ownModels,
    environment,
    endpoints,
    dialects: openDialects(join(directory, "endpoints.json")),
    templates: runTemplates(settings, options.stages),
    budget,
    prices,
    batchFiles: batches?.files,
    byHand,
  };
  return { journal, batches, parts };
}

/** Calls each stage's model in this process. */
const localExecutorOf = (
  callingStages: CallingStages,
  models: ReadonlyMap<string, Model>,
  parts: Omit<AskParts, "modelOf">,
): Executor =>
  localExecutor(
    createAskFunctions({
      ...parts,
      modelOf: stage => ({
        model: modelOfStage(models, stage),
        thinkingTokens: callingStages.get(stage)?.model.thinkingTokens ?? 0,
      }),
    }),
  );

async function assemble(
  options: ServiceOptions,
  register: RegisterPart,
): Promise<Omit<Services, "close">> {
  const { code, settings, stages, queue } = options;
  const callingStages = modelsOfStages(options);
  const stageModels = [...callingStages.values()].map(({ model }) => model);
  const searchModels = retrievalModels(settings, options.searches ?? {}, process.env);
  const prices = pricesOf(
    [...stageModels, ...searchModels.map(({ model }) => model)],
    settings.maxCost,
  );
  const { journal, batches, parts } = await openParts(options, { stageModels, prices, register });
  const { endpoints, templates, budget } = parts;
  const isEarlier = createAnsweredCheck(journal, options.retryFailed);
  const fleetParts = { ...parts, code, stages, callingStages, journal, isEarlier };
  const fleet = queue && register(openFleet({ ...fleetParts, queue }));
  const earlierReplies = openEarlierReplies(options.earlierFolders);
  const modelOf = createModelFactory(journal, parts, earlierReplies);
  const localModels = new Map(
    fleet ? [] : [...callingStages].map(([name, { model }]) => [name, modelOf(model)]),
  );
  const models: ReadonlyMap<string, Pick<Model, "name" | "settings">> = fleet
    ? fleet.modelIdentities
    : localModels;
  return {
    executor: fleet
      ? await fleet.start()
      : localExecutorOf(callingStages, localModels, { templates, isEarlier }),
    askFingerprint: (stage, language) =>
      fingerprintOf(modelOfStage(models, stage.name), stage.prompts, prompt =>
        templates.templateHash(prompt, language),
      ),
    rowsInFlight: Math.max(endpoints.rowsInFlight(), settings.limits.concurrency),
    models: Object.fromEntries([...models].map(([stage, { name }]) => [stage, name])),
    modelNames: [...new Set([...models.values()].map(({ name }) => name))],
    prices,
    notices: noticesOf(callingStages, options, searchModels),
    batches,
    budget,
    retrieval: openRetrieval({
      models: searchModels,
      journal,
      endpoints,
      budget,
      prices,
      earlierReplies,
    }),
  };
}
