// Builds one request to a model, with the key under which its reply is stored.

import { hash } from "node:crypto";
import { canonicalJson } from "../engine/fingerprint.ts";
import type { Message, Model, ModelRequest } from "./model.ts";

export interface RequestParts
  extends Omit<ModelRequest, "key" | "question" | "maxInputTokens" | "maxReplyTokens"> {
  /** Tokens the model may spend on thinking before its reply. */
  readonly thinkingTokens?: number;
}

/** Tokens that a chat format adds to each message, estimated generously. */
const tokensPerMessage = 16;
/** Tokens of the text that describes the reply's schema if the schema itself cannot be sent, estimated generously. */
const schemaPromptTokens = 1000;

const schemaTexts = new WeakMap<object, string>();

// Cached, since a stage has few schemas and many requests.
function textOfSchema(schema: object): string {
  const text = schemaTexts.get(schema) ?? canonicalJson(schema);
  schemaTexts.set(schema, text);
  return text;
}

type ModelIdentity = Pick<Model, "name" | "settings"> & Partial<Pick<Model, "paid">>;

// Canonical JSON: the fields in alphabetical order.
const textOfMessages = (messages: readonly Message[]) =>
  JSON.stringify(messages.map(({ content, role }) => ({ content, role })));

// Hash of the canonical JSON of all parts, assembled around that of the schema, which is the same for all requests of a prompt.
function keyOf(
  { name, settings, paid }: ModelIdentity,
  messages: string,
  { prompt, variables, replySchema, sample }: RequestParts,
): string {
  // Code that answers in place of a model also reads variables that no message shows.
  const unseenNames = paid === false ? (prompt.unseen ?? []) : [];
  const unseenEntries = Object.entries(variables).filter(([variable]) =>
    unseenNames.includes(variable),
  );
  const unseenPart =
    unseenEntries.length > 0 ? `,"unseen":${canonicalJson(Object.fromEntries(unseenEntries))}` : "";
  const head = `{"messages":${messages},"model":${JSON.stringify(name)},"replySchema":${textOfSchema(replySchema)}`;
  return hash(
    "sha256",
    `${head},"sample":${sample},"settings":${canonicalJson(settings)}${unseenPart}}`,
  );
}

/** The key covers everything that shapes the reply, and nothing about its transport: endpoint, batch file, time or stage. */
export function buildRequest(
  model: ModelIdentity,
  { thinkingTokens = 0, ...parts }: RequestParts,
): ModelRequest {
  const messageTokens = parts.messages.reduce(
    (sum, { content }) => sum + Buffer.byteLength(content) + tokensPerMessage,
    schemaPromptTokens,
  );
  const maxInputTokens = messageTokens + Buffer.byteLength(textOfSchema(parts.replySchema));
  const messages = textOfMessages(parts.messages);
  const question = hash(
    "sha256",
    parts.messages.length > 2 ? textOfMessages(parts.messages.slice(0, 2)) : messages,
  );
  return {
    ...parts,
    key: keyOf(model, messages, parts),
    question,
    maxInputTokens,
    maxReplyTokens: parts.prompt.maxReplyTokens + thinkingTokens,
  };
}
