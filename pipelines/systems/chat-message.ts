// Reads a chat message of LangChain and other libraries: its text, its tokens, its model.

import { type Fields, firstPresent, isObject } from "./fields.ts";

/** Whether this is a chat message: it has content, and names its kind, its role or its tokens. */
export const isMessage = (value: unknown): value is Fields =>
  isObject(value) &&
  "content" in value &&
  (typeof value["content"] === "string" || Array.isArray(value["content"])) &&
  (["getType", "_getType", "usage_metadata", "lc_namespace", "role"].some(name => name in value) ||
    value["type"] === "ai");

/** Who speaks: `ai`, `human`, `tool` … */
export function speakerOf(message: Fields): string {
  const getKind = message["getType"] ?? message["_getType"];
  const kindName =
    typeof getKind === "function" ? (getKind as () => unknown).call(message) : undefined;
  const name = kindName ?? message["role"] ?? message["type"];
  return name === "assistant" ? "ai" : String(name);
}

const blockText = (block: unknown): string => {
  if (typeof block === "string") return block;
  const isText = isObject(block) && (block["type"] === "text" || block["type"] === undefined);
  return isText && typeof block["text"] === "string" ? block["text"] : "";
};

/** The text of a content: a string, or its text blocks; reasoning and tool calls are left out. */
export const contentText = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map(blockText).join("")
      : "";

interface MessageUsage {
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  readonly model?: string;
}

const numberOrZero = (value: unknown): number => (typeof value === "number" ? value : 0);

/** The total tokens of the messages that report them, and the first model that one of them names. */
export function usageOf(messages: readonly Fields[]): MessageUsage {
  const usages = messages.flatMap(({ usage_metadata: usage }) => (isObject(usage) ? [usage] : []));
  const models = messages.flatMap(({ response_metadata: metadata }) => {
    const name = isObject(metadata)
      ? firstPresent(metadata, "model_name", "model", "modelName")
      : null;
    return typeof name === "string" ? [name] : [];
  });
  const sum = (name: string) =>
    usages.reduce((total, usage) => total + numberOrZero(usage[name]), 0);
  return {
    ...(usages.length === 0
      ? {}
      : { usage: { input_tokens: sum("input_tokens"), output_tokens: sum("output_tokens") } }),
    ...(models[0] === undefined ? {} : { model: models[0] }),
  };
}
