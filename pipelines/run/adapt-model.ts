// Adapts a model that a program passes in to our model interface, whichever package it comes from.

import type { Settings } from "../../schemas/settings.ts";
import { aiSdkModel, isAiSdkModel } from "../llm/endpoints/ai-sdk.ts";
import type { Phrasing } from "../llm/endpoints/chat.ts";
import { chatObjectModel } from "../llm/endpoints/chat-object.ts";
import type { DialectMemory } from "../llm/endpoints/dialect.ts";
import type { Environment } from "../llm/endpoints/langchain.ts";
import type { Model } from "../llm/model.ts";
import { samplingFor, type StageModel } from "./models.ts";
import { isModel, type OwnModel } from "./own-models.ts";

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
    ? aiSdkModel(object, modelOptions)
    : chatObjectModel(object, { ...modelOptions, env: environment });
}
