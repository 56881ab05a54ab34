// The chat-completion format that endpoints and batch files share: a request's body, and what a reply's body says.

import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { z } from "zod";
import { countTokens } from "../text/segment.ts";
import type { Message, Model, ModelReply, ModelRequest, Usage } from "./model.ts";

const schemaName = (prompt: string) => prompt.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 64);

/** The body of one request. A later sample of a seeded model takes the next seed, or it would be the same draw. */
export function chatBody({ name, settings }: Pick<Model, "name" | "settings">, request: ModelRequest): ChatCompletionCreateParamsNonStreaming {
  const { temperature, seed } = settings;
  return {
    model: name,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    response_format: { type: "json_schema", json_schema: { name: schemaName(request.prompt.name), strict: true, schema: { ...request.replySchema } } },
    max_completion_tokens: request.longestReply,
    ...(temperature === null ? {} : { temperature }),
    ...(seed === null ? {} : { seed: seed + request.sample }),
  };
}

/** Read tolerantly: only what is used must be there. */
const ChatReply = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }), finish_reason: z.string().nullish() })).min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
});

const finishes: Record<string, ModelReply["finish"]> = { length: "length", content_filter: "filter" };

/** Tokens counted here, for servers that do not report them. */
export const countedUsage = (messages: readonly Message[], reply: string): Usage => ({
  inputTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
  outputTokens: countTokens(reply),
});

/** What a reply body says, or undefined if it is no chat completion. */
export function chatReply(body: unknown, request: Pick<ModelRequest, "messages">): ModelReply | undefined {
  const parsed = ChatReply.safeParse(body);
  const choice = parsed.data?.choices[0];
  if (!choice) return undefined;
  const refusal = choice.message.refusal ?? "";
  const text = refusal === "" ? (choice.message.content ?? "") : refusal;
  const usage = parsed.data?.usage;
  return {
    text,
    finish: refusal === "" ? (finishes[choice.finish_reason ?? ""] ?? "stop") : "refusal",
    usage: usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : countedUsage(request.messages, text),
  };
}

/** Whether a body is a chat completion at all. */
export const isChatReply = (body: unknown): boolean => ChatReply.safeParse(body).success;
