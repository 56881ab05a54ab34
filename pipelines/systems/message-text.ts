// A chat message as LangChain and other libraries have it: its text, its tokens, its model.

import { type Fields, isFields, oneOf } from "./system-reply.ts";

/** A tool's or a model's own: they name their kind, or their tokens. */
export const isMessage = (value: unknown): value is Fields =>
  isFields(value) &&
  "content" in value &&
  (typeof value["content"] === "string" || Array.isArray(value["content"])) &&
  (["getType", "_getType", "usage_metadata", "lc_namespace", "role"].some(name => name in value) ||
    value["type"] === "ai");

/** Who speaks: `ai`, `human`, `tool` … */
export function speakerOf(message: Fields): string {
  const kind = message["getType"] ?? message["_getType"];
  const told = typeof kind === "function" ? (kind as () => unknown).call(message) : undefined;
  const name = told ?? message["role"] ?? message["type"];
  return name === "assistant" ? "ai" : String(name);
}

const blockText = (block: unknown): string => {
  if (typeof block === "string") return block;
  const isText = isFields(block) && (block["type"] === "text" || block["type"] === undefined);
  return isText && typeof block["text"] === "string" ? block["text"] : "";
};

/** Content is a text, or blocks of which some are text; reasoning and calls of tools are none. */
export const contentText = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map(blockText).join("")
      : "";

interface ToldTokens {
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  readonly model?: string;
}

const count = (value: unknown): number => (typeof value === "number" ? value : 0);

/** What the messages that tell their tokens tell together. */
export function tokensOf(messages: readonly Fields[]): ToldTokens {
  const told = messages.flatMap(({ usage_metadata: usage }) => (isFields(usage) ? [usage] : []));
  const models = messages.flatMap(({ response_metadata: metadata }) => {
    const name = isFields(metadata) ? oneOf(metadata, "model_name", "model", "modelName") : null;
    return typeof name === "string" ? [name] : [];
  });
  const sum = (name: string) => told.reduce((total, usage) => total + count(usage[name]), 0);
  return {
    ...(told.length === 0
      ? {}
      : { usage: { input_tokens: sum("input_tokens"), output_tokens: sum("output_tokens") } }),
    ...(models[0] === undefined ? {} : { model: models[0] }),
  };
}
