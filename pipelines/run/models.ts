// Chooses the model of each stage from the settings: a stage's own settings override the general ones.

import type { Limits, ModelSettings, Timeouts } from "../../schemas/model-settings.ts";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import type { Stage } from "../engine/stage.ts";
import { type ModelSettings as Sampling, samplingOf } from "../llm/model.ts";

/** Settings of one stage's model, before anything is built. */
export interface StageModel {
  /** `rules`, `openai`, a LangChain provider, `search` (a web search) or `rag` (a user's own RAG). */
  readonly provider: string;
  /** Without provider; empty for rules. */
  readonly name: string;
  readonly baseUrl: string | null;
  readonly keyFrom: string | null;
  readonly temperature: number | null;
  /** Null if the settings name none. */
  readonly topP: number | null;
  readonly output: "schema" | "json" | "prompt" | null;
  readonly thinkingTokens: number;
  readonly timeout: Timeouts;
  readonly limits: Limits;
  /** Whether the limits belong to the model itself, not to its endpoint. */
  readonly ownLimits: boolean;
  readonly batch: boolean;
}

/** The stages that call a model, by name. */
export type CallingStages = ReadonlyMap<
  string,
  { readonly stage: Stage; readonly model: StageModel }
>;

/** Sampling settings sent with each request. */
export const samplingFor = (
  { temperature, topP }: StageModel,
  { randomSeed: seed }: Pick<Settings, "randomSeed">,
): Sampling => samplingOf({ temperature, seed, topP: topP ?? undefined });

type StageSettings = Settings["models"][string];

/** `openai` for `openai:NAME`, `rules` for `rules`. */
export const providerOf = (model: string) =>
  model.includes(":") ? model.slice(0, model.indexOf(":")) : model;

// The endpoint and the key belong to a provider: a different provider's model does not inherit them.
function overrideModel(base: ModelSettings, overrides: StageSettings): ModelSettings {
  const isOtherProvider =
    overrides.model !== undefined && providerOf(overrides.model) !== providerOf(base.model);
  const { baseUrl: _baseUrl, keyFrom: _keyFrom, ...rest } = base;
  return { ...(isOtherProvider ? rest : base), ...overrides, model: overrides.model ?? base.model };
}

const shortName = (stage: string) => stage.slice(stage.indexOf("/") + 1);

/** Whether a stage belongs to an evaluation: the settings file may name such stages too, but a run ignores them. */
const isEvaluation = (name: string) => /^(?:evaluate|baseline|audit)\//.test(name);

/** Throws PipelineError("bad-settings") for names under `models` that match no stage. */
export function checkStageNames({ models }: Settings, stages: readonly Stage[]): void {
  const stageNames = stages.filter(({ prompts }) => prompts.length > 0).map(({ name }) => name);
  const unknown = Object.keys(models).find(
    name =>
      !isEvaluation(name) && !stageNames.some(stage => stage === name || shortName(stage) === name),
  );
  if (unknown !== undefined)
    throw new PipelineError(
      "bad-settings",
      `models: no stage that calls a model is named "${unknown}".`,
      { hint: `Choose from: ${stageNames.join(", ")}` },
    );
}

/** Whether a model costs nothing: code that answers at once, a web search, or a user's own RAG. */
export const isFree = ({ provider }: Pick<StageModel, "provider">): boolean =>
  provider === "rules" || provider === "search" || provider === "rag";

// This stage requests web pages, not text: no model can replace it.
const searchStage = "crud/web-articles";

/** The model of a stage (`items/keypoints`). `batchAll` sends through the Batch API every request that it accepts. */
export function stageModel(settings: Settings, stage: string, batchAll = false): StageModel {
  if (stage === searchStage)
    return {
      ...stageModel(settings, ""),
      provider: "search",
      name: new URL(settings.crud.search ?? "").host,
      baseUrl: settings.crud.search,
      batch: false,
    };
  const overrides = settings.models[stage] ?? settings.models[shortName(stage)];
  const model = overrides ? overrideModel(settings.model, overrides) : settings.model;
  const provider = providerOf(model.model);
  return {
    provider,
    name: model.model.slice(provider.length + 1),
    baseUrl: model.baseUrl ?? null,
    keyFrom: model.keyFrom ?? null,
    temperature: model.temperature ?? null,
    topP: model.topP ?? null,
    output: model.output ?? null,
    thinkingTokens: model.thinkingTokens ?? 0,
    timeout: { ...settings.timeout, ...definedOf(model.timeout) },
    limits: { ...settings.limits, ...definedOf(model.limits) },
    ownLimits: model.limits !== undefined,
    batch: provider === "openai" && (model.batch ?? batchAll),
  };
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

const definedOf = <T extends object>(part: T | undefined): Defined<T> =>
  Object.fromEntries(
    Object.entries(part ?? {}).filter(([, value]) => value !== undefined),
  ) as Defined<T>;

interface StageChoice {
  readonly settings: Settings;
  readonly stages: readonly Stage[];
  readonly batch: "api" | "files" | undefined;
}

/** The models of the stages that call one, by stage name. */
export function modelsOfStages({ settings, stages, batch }: StageChoice): CallingStages {
  checkStageNames(settings, stages);
  const callingStages = stages.filter(({ prompts }) => prompts.length > 0);
  const models = new Map(
    callingStages.map(stage => [
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
      ? "rules answers immediately: there are no requests to write to files."
      : "No stage's model can be called through the Batch API.",
    { hint: "Add --model openai:NAME, or remove --batch." },
  );
}

/** Whether code constructs the questions, and whether the model that asks also reads. */
export function askersOf(settings: Settings): { constructed: boolean; sameReader: boolean } {
  const asker = stageModel(settings, "questions/init");
  const reader = stageModel(settings, "questions/references");
  return {
    constructed: asker.provider === "rules",
    sameReader: asker.provider === reader.provider && asker.name === reader.name,
  };
}
