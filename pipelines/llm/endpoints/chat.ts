// The chat-completion format shared by endpoints and batch files: builds request bodies and reads reply bodies.

import type { ChatCompletionCreateParamsNonStreaming } from "openai/resources/chat/completions";
import { z } from "zod";
import { type Dialect, fullDialect } from "./dialect.ts";
import type { Message, Model, ModelReply, ModelRequest } from "../model.ts";
import { plausibleUsageOf } from "./usage.ts";

/** The name of a reply schema in requests. */
export const schemaName = (prompt: string) => prompt.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 64);

/** Describes a reply's JSON schema in words, for servers that are not sent the schema itself. */
export type SchemaText = (language: "zh" | "en", schema: object) => string;

/** How a request is phrased. */
export interface Phrasing {
  readonly dialect: Dialect;
  readonly schemaText: SchemaText;
}

const defaultPhrasing: Phrasing = {
  dialect: fullDialect,
  schemaText: (_, schema) => JSON.stringify(schema),
};

// Describes the schema in words if it is not sent as such. The words are not part of the request's key, which contains the schema.
export function messagesOf(
  { messages, language, replySchema }: ModelRequest,
  { dialect, schemaText }: Phrasing,
): Message[] {
  const plainMessages = messages.map(({ role, content }) => ({ role, content }));
  if (dialect.output === "schema") return plainMessages;
  const schemaWords = schemaText(language, replySchema);
  const [first, ...rest] = plainMessages;
  if (first?.role !== "system") return [{ role: "system", content: schemaWords }, ...plainMessages];
  return [{ role: "system", content: `${first.content}\n\n${schemaWords}` }, ...rest];
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

/** The body of one request. A later sample from a seeded model uses the next seed; otherwise it would be the same reply. */
export function chatBody(
  { name, settings }: Pick<Model, "name" | "settings">,
  request: ModelRequest,
  phrasing: Phrasing = defaultPhrasing,
): ChatCompletionCreateParamsNonStreaming {
  const { temperature, seed, topP } = settings;
  const { dialect } = phrasing;
  return {
    model: name,
    messages: messagesOf(request, phrasing),
    ...formatOf(request, dialect),
    [dialect.lengthField]: request.maxReplyTokens,
    ...(temperature === null ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(seed === null || !dialect.seed ? {} : { seed: seed + request.sample }),
  };
}

/** Parsed leniently: only what is used must be present. */
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

const finishByReason: Record<string, ModelReply["finish"]> = {
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
    finish: refusal === "" ? (finishByReason[choice.finish_reason ?? ""] ?? "stop") : "refusal",
    usage: plausibleUsageOf(
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

/** Whether a body is a chat completion. */
export const isChatReply = (body: unknown): boolean => ChatReply.safeParse(body).success;
