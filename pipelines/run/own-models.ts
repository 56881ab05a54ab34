// Models that a program passes in: settings call them `own:NAME`, and that name is resolved to the object, which is adapted to our model interface.

import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { type AiSdkModel, isAiSdkModel, wrapAiSdkModel } from "../llm/endpoints/ai-sdk.ts";
import {
  chatModelName,
  chatModelLabel,
  isLangChainChatModel,
  type LangChainChatModel,
  wrapLangChainChatModel,
} from "../llm/endpoints/langchain-chat-model.ts";
import type { Model } from "../llm/model.ts";
import type { Phrasing } from "../llm/endpoints/chat.ts";
import type { DialectMemory } from "../llm/endpoints/dialect.ts";
import type { Environment } from "../llm/endpoints/langchain.ts";
import { samplingFor, type StageModel } from "./models.ts";

/** A `LanguageModel` of the Vercel AI SDK, a chat model of LangChain, or an object with `complete(request, signal)`. */
export type OwnModel = Model | AiSdkModel | LangChainChatModel;

/** Models by name. */
export type OwnModels = ReadonlyMap<string, OwnModel>;

export const ownProvider = "own";

/** A model as a program may give it: by its name or as an object, alone or with settings. */
export type OwnModelChoice = string | OwnModel | { readonly model?: string | OwnModel | undefined };

export const isModel = (choice: unknown): choice is Model =>
  typeof choice === "object" && choice !== null && "complete" in choice;

const isOwn = (value: unknown): value is OwnModel =>
  isModel(value) || isAiSdkModel(value) || isLangChainChatModel(value);

function modelObjectIn(choice: OwnModelChoice | undefined): OwnModel | undefined {
  if (isOwn(choice)) return choice;
  const nestedModel = typeof choice === "object" && "model" in choice ? choice.model : undefined;
  return isOwn(nestedModel) ? nestedModel : undefined;
}

/** Name under which replies are journaled and prices looked up. */
function nameOf(model: OwnModel): string {
  if (isModel(model)) return model.name;
  return isAiSdkModel(model) ? model.modelId : chatModelName(model);
}

/** Where the text goes, as far as the object shows. */
export function ownModelLabel(model: OwnModel | undefined): string {
  if (model === undefined || isModel(model)) return "this program";
  const destination = isAiSdkModel(model) ? model.provider : chatModelLabel(model);
  return `${destination}, by a model of this program`;
}

/** A choice as the settings store it. Throws PipelineError("wrong-use") for an object that is not a model. */
export function toStoredChoice(choice: OwnModelChoice): { readonly model?: string | undefined } {
  if (typeof choice === "string") return { model: choice };
  const object = modelObjectIn(choice);
  if (object)
    return { ...(isOwn(choice) ? {} : choice), model: `${ownProvider}:${nameOf(object)}` };
  const model: unknown = "model" in choice ? choice.model : undefined;
  if (typeof model !== "object" && !("invoke" in choice)) return choice as { model?: string };
  throw new PipelineError("wrong-use", "The object given as a model is not a model.", {
    hint: "Give a model of the AI SDK, an unmodified chat model of LangChain (not a chain, nothing bound to it), or an object with complete(request, signal).",
  });
}

/** Where an object of the AI SDK sends its requests, if it shows that. */
function addressOf(model: OwnModel): unknown {
  const { config, modelId } = model as {
    readonly config?: { readonly url?: unknown };
    readonly modelId?: unknown;
  };
  if (typeof config?.url !== "function") return undefined;
  try {
    return config.url({ path: "", modelId });
  } catch {
    return undefined;
  }
}

/** The AI SDK makes a new object each time a model is named: objects of the same class, provider and address are the same model. */
const isSameModel = (first: OwnModel, second: OwnModel): boolean =>
  first === second ||
  (isAiSdkModel(first) &&
    isAiSdkModel(second) &&
    first.provider === second.provider &&
    first.constructor === second.constructor &&
    addressOf(first) === addressOf(second));

/** Throws PipelineError("wrong-use") for two models of the same name: replies are journaled under it. */
export function collectOwnModels(choices: readonly (OwnModelChoice | undefined)[]): OwnModels {
  const ownModelsByName = new Map<string, OwnModel>();
  for (const object of choices.flatMap(choice => modelObjectIn(choice) ?? [])) {
    const name = nameOf(object);
    if (!isSameModel(ownModelsByName.get(name) ?? object, object))
      throw new PipelineError("wrong-use", `Two models are called ${name}.`, {
        hint: "Give each a different name: replies are journaled under it.",
      });
    ownModelsByName.set(name, object);
  }
  return ownModelsByName;
}

/** Throws PipelineError("bad-settings") for a model that was not passed in: recorded settings of a program's run may name one. */
export function requireOwnModel(own: OwnModels, name: string): OwnModel {
  const model = own.get(name);
  if (model) return model;
  throw new PipelineError(
    "bad-settings",
    `The model ${ownProvider}:${name} must be passed in by a program, but was not.`,
    { hint: "Name a different model with --model, or start the run from that program." },
  );
}

/** Whether a choice names a model, and not only settings for the existing one. */
export const isModelChosen = (choice: OwnModelChoice | undefined): boolean =>
  choice !== undefined && toStoredChoice(choice).model !== undefined;

interface ModelParts extends Pick<Phrasing, "schemaText"> {
  readonly model: StageModel;
  readonly settings: Pick<Settings, "randomSeed">;
  readonly dialect: DialectMemory;
  readonly environment: Environment;
}

/** Throws PipelineError for a model that cannot be called as the settings require. */
export function adaptModel(
  object: OwnModel,
  { model, settings, dialect, schemaText, environment }: ModelParts,
): Model {
  if (isModel(object)) return object;
  const modelOptions = {
    ...samplingFor(model, settings),
    timeout: model.timeout.whole * 1000,
    dialect,
    schemaText,
  };
  return isAiSdkModel(object)
    ? wrapAiSdkModel(object, modelOptions)
    : wrapLangChainChatModel(object, { ...modelOptions, env: environment });
}
