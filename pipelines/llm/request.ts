// Builds one request of a model, with the key under which its reply is kept.

import type { PromptContract } from "../../schemas/define.ts";
import { hashOf } from "../engine/fingerprint.ts";
import type { Message, Model, ModelRequest } from "./model.ts";

export interface RequestParts {
  readonly stage: string;
  readonly prompt: PromptContract;
  readonly language: "zh" | "en";
  readonly variables: object;
  readonly messages: readonly Message[];
  readonly replySchema: object;
  readonly sample: number;
}

/** The key covers all that shapes the reply, and nothing of how it travels: endpoint, batch file, time or stage. */
export function buildRequest(model: Pick<Model, "name" | "settings">, parts: RequestParts): ModelRequest {
  const { messages, replySchema, sample } = parts;
  const key = hashOf({ model: model.name, settings: model.settings, messages, replySchema, sample });
  return { ...parts, key, longestReply: parts.prompt.longestReply };
}
