// Models that a program brings: settings call them `own:NAME`, and what asks for that name is given the object.

import { PipelineError } from "../engine/errors.ts";
import { type AiSdkModel, isAiSdkModel } from "../llm/endpoints/ai-sdk.ts";
import {
  chatModelName,
  chatModelPlace,
  isLangChainChatModel,
  type LangChainChatModel,
} from "../llm/endpoints/chat-object.ts";
import type { Model } from "../llm/model.ts";

/** A `LanguageModel` of the Vercel AI SDK, a chat model of LangChain, or an object with `complete(request, signal)`. */
export type OwnModel = Model | AiSdkModel | LangChainChatModel;

/** By their names. */
export type OwnModels = ReadonlyMap<string, OwnModel>;

export const ownProvider = "own";

/** A model as a program may give it: by its name or as an object, alone or with settings. */
export type Choice = string | OwnModel | { readonly model?: string | OwnModel | undefined };

export const isModel = (choice: unknown): choice is Model =>
  typeof choice === "object" && choice !== null && "complete" in choice;

const isOwn = (value: unknown): value is OwnModel =>
  isModel(value) || isAiSdkModel(value) || isLangChainChatModel(value);

function objectIn(choice: Choice | undefined): OwnModel | undefined {
  if (isOwn(choice)) return choice;
  const inner = typeof choice === "object" && "model" in choice ? choice.model : undefined;
  return isOwn(inner) ? inner : undefined;
}

/** What replies are kept by, and prices are looked up by. */
function nameOf(model: OwnModel): string {
  if (isModel(model)) return model.name;
  return isAiSdkModel(model) ? model.modelId : chatModelName(model);
}

/** Where the text goes, as far as the object tells. */
export function placeOfOwn(model: OwnModel | undefined): string {
  if (model === undefined || isModel(model)) return "this program";
  const place = isAiSdkModel(model) ? model.provider : chatModelPlace(model);
  return `${place}, by a model of this program`;
}

/** What the settings hold in the place of a choice. PipelineError("wrong-use") for an object that is not a model. */
export function namedModel(choice: Choice): { readonly model?: string | undefined } {
  if (typeof choice === "string") return { model: choice };
  const object = objectIn(choice);
  if (object)
    return { ...(isOwn(choice) ? {} : choice), model: `${ownProvider}:${nameOf(object)}` };
  const named: unknown = "model" in choice ? choice.model : undefined;
  if (typeof named !== "object" && !("invoke" in choice)) return choice as { model?: string };
  throw new PipelineError("wrong-use", "The object that is given as a model is none.", {
    hint: "Give a model of the AI SDK, a chat model of LangChain as it was made (no chain, nothing bound to it), or an object with complete(request, signal).",
  });
}

/** Where an object of the AI SDK sends its requests, as far as it tells. */
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

/** The AI SDK makes a new object each time one is named: those of one class, provider and address are the same. */
const isSame = (one: OwnModel, other: OwnModel): boolean =>
  one === other ||
  (isAiSdkModel(one) &&
    isAiSdkModel(other) &&
    one.provider === other.provider &&
    one.constructor === other.constructor &&
    addressOf(one) === addressOf(other));

/** PipelineError("wrong-use") for two models of one name: replies are kept by it. */
export function ownModels(choices: readonly (Choice | undefined)[]): OwnModels {
  const own = new Map<string, OwnModel>();
  for (const object of choices.flatMap(choice => objectIn(choice) ?? [])) {
    const name = nameOf(object);
    if (!isSame(own.get(name) ?? object, object))
      throw new PipelineError("wrong-use", `Two models are called ${name}.`, {
        hint: "Give each a name of its own: replies are kept by it.",
      });
    own.set(name, object);
  }
  return own;
}

/** PipelineError("bad-settings") for one that nobody brought: settings noted by a program's run name it. */
export function ownModel(own: OwnModels, name: string): OwnModel {
  const model = own.get(name);
  if (model) return model;
  throw new PipelineError(
    "bad-settings",
    `The model ${ownProvider}:${name} is one that a program brings, and none did.`,
    { hint: "Name another with --model, or start from that program." },
  );
}

/** Whether a model is chosen, not settings alone of the one that there is. */
export const namesModel = (choice: Choice | undefined): boolean =>
  choice !== undefined && namedModel(choice).model !== undefined;
