// The chat-completion format shared by endpoints and batch files: builds request bodies and reads reply bodies.

import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { z } from "zod";
import { type Dialect, fullDialect } from "./dialect.ts";
import type { Message, Model, ModelReply, ModelRequest } from "../model.ts";
import { soundUsage } from "./usage.ts";

/** The name of a reply schema in requests. */
export const schemaName = (prompt: string) => prompt.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 64);

/** Describes a reply's JSON schema in words, for servers that do not get it as such. */
export type SchemaText = (language: "zh" | "en", schema: object) => string;

/** How a request is phrased. */
export interface Speech {
  readonly dialect: Dialect;
  readonly schemaText: SchemaText;
}

const plainSpeech: Speech = {
  dialect: fullDialect,
  schemaText: (_, schema) => JSON.stringify(schema),
};

// Added when the request is sent: the words are not part of its key, since they ask for the same as the schema.
export function messagesOf(
  { messages, language, replySchema }: ModelRequest,
  { dialect, schemaText }: Speech,
): Message[] {
  const plain = messages.map(({ role, content }) => ({ role, content }));
  if (dialect.output === "schema") return plain;
  const words = schemaText(language, replySchema);
  const [first, ...rest] = plain;
  if (first?.role !== "system") return [{ role: "system", content: words }, ...plain];
  return [{ role: "system", content: `${first.content}\n\n${words}` }, ...rest];
}

function formatOf(
  { prompt, replySchema }: ModelRequest,
  { output }: Dialect,
): Pick<ChatCompletionCreateParamsNonStreaming, "response_format"> {
  if (output === "prompt") return {};
  if (output === "json") return { response_format: { type: "json_object" } };
  return {
    response_format: {
      type: "json_schema",
      json_schema: { name: schemaName(prompt.name), strict: true, schema: { ...replySchema } },
    },
  };
}

/** The body of one request. A later sample of a seeded model uses the next seed, or it would be the same draw. */
export function chatBody(
  { name, settings }: Pick<Model, "name" | "settings">,
  request: ModelRequest,
  speech: Speech = plainSpeech,
): ChatCompletionCreateParamsNonStreaming {
  const { temperature, seed, topP } = settings;
  const { dialect } = speech;
  return {
    model: name,
    messages: messagesOf(request, speech),
    ...formatOf(request, dialect),
    [dialect.lengthField]: request.maxReplyTokens,
    ...(temperature === null ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(seed === null || !dialect.seed ? {} : { seed: seed + request.sample }),
  };
}

/** Parsed leniently: only what is used must be there. */
const ChatReply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  // A wrong count is no reason to discard a reply.
  usage: z
    .object({
      prompt_tokens: z.number().nonnegative().optional().catch(undefined),
      completion_tokens: z.number().nonnegative().optional().catch(undefined),
      prompt_tokens_details: z
        .object({ cached_tokens: z.number().nullish() })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});

const finishes: Record<string, ModelReply["finish"]> = {
  length: "length",
  content_filter: "filter",
};

/** Reads a reply body; undefined if it is not a chat completion. */
export function chatReply(
  body: unknown,
  request: Pick<ModelRequest, "messages" | "maxReplyTokens">,
): ModelReply | undefined {
  const parsed = ChatReply.safeParse(body);
  const choice = parsed.data?.choices[0];
  if (!choice) return undefined;
  const refusal = choice.message.refusal ?? "";
  const text = refusal === "" ? (choice.message.content ?? "") : refusal;
  const usage = parsed.data?.usage;
  return {
    text,
    finish: refusal === "" ? (finishes[choice.finish_reason ?? ""] ?? "stop") : "refusal",
    usage: soundUsage(
      {
        inputTokens: usage?.prompt_tokens,
        outputTokens: usage?.completion_tokens,
        cachedTokens: usage?.prompt_tokens_details?.cached_tokens,
      },
      request,
      text,
    ),
  };
}

/** Whether a body is a chat completion at all. */
export const isChatReply = (body: unknown): boolean => ChatReply.safeParse(body).success;
