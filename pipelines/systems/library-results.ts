// Turns results of the Vercel AI SDK and of LangChain into replies.

import { contentText, isMessage, speakerOf, usageOf } from "./chat-message.ts";
import { passagesAmong, passagesOfTool } from "./tool-passages.ts";
import { type Fields, isObject } from "./fields.ts";

/** Whether this is a result of generateText or streamText, which list their steps. */
export const isSdkResult = (value: unknown): value is Fields =>
  isObject(value) && "steps" in value && ("text" in value || "textStream" in value);

/** Awaits the fields. If a stream broke, all fields that are promises reject: each is awaited, and the first error is thrown. */
async function settledFields(result: Fields, names: readonly string[]): Promise<Fields> {
  const settled = await Promise.allSettled(
    names.map(async name => [name, await result[name]] as const),
  );
  const rejected = settled.find(outcome => outcome.status === "rejected");
  if (rejected) throw rejected.reason;
  return Object.fromEntries(
    settled.flatMap(outcome => (outcome.status === "fulfilled" ? [outcome.value] : [])),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Outputs of the tools in all steps, or of the result itself if it has no steps. */
function outputsOf({ steps, toolResults }: Fields): unknown[] {
  const results = listOf(steps).flatMap(step =>
    isObject(step) ? listOf(step["toolResults"]) : [],
  );
  return (results.length > 0 ? results : listOf(toolResults))
    .filter(isObject)
    .map(result => result["output"] ?? result["result"]);
}

const sdkFields = ["text", "steps", "toolResults", "sources", "usage", "totalUsage", "response"];

/** Reads a stream to its end: only then do the result's other fields resolve. An error that broke it is one of its parts. */
async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const part of stream)
    if (isObject(part) && part["type"] === "error" && part["error"] !== undefined)
      throw part["error"];
}

/** What the tools found counts as retrieved and read; without tools, the sources that the result lists count as retrieved. */
export async function sdkReply(result: Fields): Promise<Fields> {
  const stream = result["fullStream"] ?? result["textStream"];
  if (typeof stream === "object" && stream !== null) await drain(stream as AsyncIterable<unknown>);
  const fields = await settledFields(result, sdkFields);
  const toolPassages = outputsOf(fields).flatMap(passagesOfTool);
  const sources = listOf(fields["sources"]);
  const model = isObject(fields["response"]) ? fields["response"]["modelId"] : null;
  return {
    answer: fields["text"] ?? "",
    retrieved:
      toolPassages.length > 0 ? toolPassages : sources.length > 0 ? passagesAmong(sources) : null,
    contexts: toolPassages.length > 0 ? toolPassages : null,
    usage: fields["totalUsage"] ?? fields["usage"],
    ...(typeof model === "string" ? { model } : {}),
  };
}

/** Whether this is the final state of an agent: {messages}. */
export const isConversation = (value: unknown): value is { readonly messages: readonly Fields[] } =>
  isObject(value) &&
  Array.isArray(value["messages"]) &&
  value["messages"].length > 0 &&
  value["messages"].every(isMessage);

/** The model's last message is the answer; what the tools returned counts as retrieved and read. */
export function conversationReply({ messages }: { readonly messages: readonly Fields[] }): Fields {
  const modelMessages = messages.filter(message => speakerOf(message) === "ai");
  const toolPassages = messages
    .filter(message => speakerOf(message) === "tool")
    .flatMap(message => {
      const artifact = passagesOfTool(message["artifact"]);
      return artifact.length > 0 ? artifact : passagesOfTool(contentText(message["content"]));
    });
  return {
    answer: contentText(modelMessages.at(-1)?.["content"]),
    retrieved: toolPassages.length > 0 ? toolPassages : null,
    contexts: toolPassages.length > 0 ? toolPassages : null,
    ...usageOf(modelMessages),
  };
}

export const messageReply = (message: Fields): Fields => ({
  answer: contentText(message["content"]),
  ...usageOf([message]),
});
