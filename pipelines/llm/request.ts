// Builds one request of a model, with the key under which its reply is kept.

import { createHash } from "node:crypto";
import type { PromptContract } from "../../schemas/define.ts";
import { canonicalJson } from "../engine/fingerprint.ts";
import type { Message, Model, ModelRequest } from "./model.ts";

export interface RequestParts {
  readonly stage: string;
  readonly prompt: PromptContract;
  readonly language: "zh" | "en";
  readonly variables: object;
  readonly messages: readonly Message[];
  readonly replySchema: object;
  readonly sample: number;
  /** Tokens the model may think before its reply. */
  readonly thinkingTokens?: number;
}

/** Tokens a chat format puts around each message; generous. */
const tokensAround = 16;
/** Tokens of the words in which the reply's schema is told where it cannot be given as such; generous. */
const tokensOfWords = 1000;

const schemaTexts = new WeakMap<object, string>();

// A stage's schemas are few and its requests many.
function schemaText(schema: object): string {
  const text = schemaTexts.get(schema) ?? canonicalJson(schema);
  schemaTexts.set(schema, text);
  return text;
}

// The canonical JSON of all parts, put together from the schema's, which is the same for all requests of a prompt.
function keyOf({ name, settings }: Pick<Model, "name" | "settings">, { messages, replySchema, sample }: RequestParts): string {
  const head = `{"messages":${canonicalJson(messages)},"model":${JSON.stringify(name)},"replySchema":${schemaText(replySchema)}`;
  return createHash("sha256")
    .update(`${head},"sample":${sample},"settings":${canonicalJson(settings)}}`)
    .digest("hex");
}

/** The key covers all that shapes the reply, and nothing of how it travels: endpoint, batch file, time or stage. */
export function buildRequest(model: Pick<Model, "name" | "settings">, { thinkingTokens = 0, ...parts }: RequestParts): ModelRequest {
  const inMessages = parts.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content) + tokensAround, tokensOfWords);
  const longestInput = inMessages + Buffer.byteLength(schemaText(parts.replySchema));
  return { ...parts, key: keyOf(model, parts), longestInput, longestReply: parts.prompt.longestReply + thinkingTokens };
}
