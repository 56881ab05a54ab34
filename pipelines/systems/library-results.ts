// Results of the Vercel AI SDK and of LangChain, as replies.

import { contentText, isMessage, speakerOf, tokensOf } from "./message-text.ts";
import { passagesAmong, passagesOfTool } from "./found-passages.ts";
import { type Fields, isFields } from "./system-reply.ts";

/** A result of generateText or streamText: it counts its steps. */
export const isSdkResult = (value: unknown): value is Fields =>
  isFields(value) && "steps" in value && ("text" in value || "textStream" in value);

/** Fields that are promises reject together where a stream broke: each is waited for, and the first that failed is thrown. */
async function settledFields(result: Fields, names: readonly string[]): Promise<Fields> {
  const settled = await Promise.allSettled(names.map(async name => await result[name]));
  const failed = settled.find(one => one.status === "rejected");
  if (failed) throw failed.reason;
  return Object.fromEntries(
    names.map((name, at) => [name, settled[at]?.status === "fulfilled" ? settled[at].value : null]),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Of all steps; of a result without any its own. */
function outputsOf({ steps, toolResults }: Fields): unknown[] {
  const results = listOf(steps).flatMap(step =>
    isFields(step) ? listOf(step["toolResults"]) : [],
  );
  return (results.length > 0 ? results : listOf(toolResults))
    .filter(isFields)
    .map(result => result["output"] ?? result["result"]);
}

const sdkFields = ["text", "steps", "toolResults", "sources", "usage", "totalUsage", "response"];

/** Reads a stream to its end: its result's other fields come then. What broke it stands among its parts. */
async function readWhole(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const part of stream)
    if (isFields(part) && part["type"] === "error" && part["error"] !== undefined)
      throw part["error"];
}

/** What its tools found was retrieved and read; without tools, what it calls its sources was retrieved. */
export async function sdkReply(result: Fields): Promise<Fields> {
  const stream = result["fullStream"] ?? result["textStream"];
  if (typeof stream === "object" && stream !== null)
    await readWhole(stream as AsyncIterable<unknown>);
  const told = await settledFields(result, sdkFields);
  const found = outputsOf(told).flatMap(passagesOfTool);
  const sources = listOf(told["sources"]);
  const model = isFields(told["response"]) ? told["response"]["modelId"] : null;
  return {
    answer: told["text"] ?? "",
    retrieved: found.length > 0 ? found : sources.length > 0 ? passagesAmong(sources) : null,
    contexts: found.length > 0 ? found : null,
    usage: told["totalUsage"] ?? told["usage"],
    ...(typeof model === "string" ? { model } : {}),
  };
}

/** The state that an agent ends in: {messages}. */
export const isConversation = (value: unknown): value is { readonly messages: readonly Fields[] } =>
  isFields(value) &&
  Array.isArray(value["messages"]) &&
  value["messages"].length > 0 &&
  value["messages"].every(isMessage);

/** The last message of the model is the answer; what tools gave was retrieved and read. */
export function conversationReply({ messages }: { readonly messages: readonly Fields[] }): Fields {
  const own = messages.filter(message => speakerOf(message) === "ai");
  const found = messages
    .filter(message => speakerOf(message) === "tool")
    .flatMap(message => {
      const artifact = passagesOfTool(message["artifact"]);
      return artifact.length > 0 ? artifact : passagesOfTool(contentText(message["content"]));
    });
  return {
    answer: contentText(own.at(-1)?.["content"]),
    retrieved: found.length > 0 ? found : null,
    contexts: found.length > 0 ? found : null,
    ...tokensOf(own),
  };
}

export const messageReply = (message: Fields): Fields => ({
  answer: contentText(message["content"]),
  ...tokensOf([message]),
});
