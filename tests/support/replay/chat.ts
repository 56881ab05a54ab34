// Chat completions of the replay server: the recorded reply to a question, and the dialects that refuse part of a request.

import { z } from "zod";
import { hashOf } from "../../../pipelines/engine/fingerprint.ts";
import type { Message, ModelReply, Usage } from "../../../pipelines/llm/model.ts";
import { spoilt } from "./bad-replies.ts";
import { isBadReply } from "./faults.ts";
import type { Recording } from "./recordings.ts";
import type { ReplaySettings } from "./settings.ts";
import { guessTokens } from "./tokens.ts";
import { type Failure, failure, type Work } from "./work.ts";

const TextParts = z
  .array(z.object({ type: z.literal("text"), text: z.string() }))
  .transform(parts => parts.map(({ text }) => text).join(""));

const ChatMessage = z.object({
  role: z
    .enum(["system", "developer", "user", "assistant"])
    .transform(role => (role === "developer" ? "system" : role)),
  content: z
    .union([z.string(), TextParts])
    .nullish()
    .transform(content => content ?? ""),
});

const ChatRequest = z.object({
  model: z.string().min(1),
  messages: z.array(ChatMessage).min(1),
  max_completion_tokens: z.int().min(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  seed: z.int().nullish(),
  stream: z.literal(false, "streaming is not supported").nullish(),
  response_format: z
    .object({ type: z.string(), json_schema: z.object({ schema: z.unknown() }).optional() })
    .nullish(),
});
type ChatRequest = z.output<typeof ChatRequest>;

/** Names a whole request: for a system and a user message without a seed it is the question itself. */
function requestKey(question: string, { messages, seed }: ChatRequest): string {
  const rest = messages.slice(2);
  return rest.length === 0 && (seed ?? null) === null
    ? question
    : hashOf([question, rest, seed ?? null]);
}

const finishReasons: Record<ModelReply["finish"], string> = {
  stop: "stop",
  refusal: "stop",
  length: "length",
  filter: "content_filter",
};

const usageBody = ({ inputTokens, outputTokens }: Usage) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const completion = (id: string, model: string, { text, finish, usage }: ModelReply) => ({
  id: `chatcmpl-${id.slice(0, 24)}`,
  object: "chat.completion",
  created: 1_750_000_000,
  model,
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: finish === "refusal" ? null : text,
        refusal: finish === "refusal" ? text : null,
      },
      logprobs: null,
      finish_reason: finishReasons[finish],
    },
  ],
  usage: usageBody(usage),
});

export interface ChatDesk {
  readonly settings: ReplaySettings;
  readonly recording: Recording;
  readonly countTokens: (text: string) => number;
}

function goodReply(
  { settings, recording, countTokens }: ChatDesk,
  question: string,
  { messages, response_format: format }: ChatRequest,
): ModelReply | undefined {
  const recorded = recording.replyTo(question, messages);
  if (!recorded && !settings.echo) return undefined;
  const { text, finish } = recorded ?? {
    text: JSON.stringify(settings.echo),
    finish: "stop" as const,
  };
  if (recorded && settings.usage === "recorded") return recorded;
  const count = settings.usage === "counted" ? countTokens : guessTokens;
  const schema = format?.json_schema?.schema;
  const sent = [
    ...messages.map(({ content }) => content),
    ...(schema === undefined ? [] : [JSON.stringify(schema)]),
  ];
  return {
    text,
    finish,
    usage: {
      inputTokens: sent.reduce((sum, text) => sum + count(text), 0),
      outputTokens: count(text),
    },
  };
}

const told = ({ path, message }: z.core.$ZodIssue) => `${path.join(".") || "the body"}: ${message}`;

/** What a chat request is answered with; a question nobody recorded is refused by its hash. */
export function chatWork(desk: ChatDesk, body: unknown): Work | Failure {
  const read = ChatRequest.safeParse(body);
  if (!read.success) return failure(400, "invalid_request", read.error.issues.map(told).join("; "));
  const messages: readonly Message[] = read.data.messages;
  const question = desk.recording.questionOf(messages);
  const good = goodReply(desk, question, read.data);
  if (!good)
    return failure(400, "unknown_question", `No recorded reply has the messages hash ${question}.`);
  const longest = read.data.max_completion_tokens ?? read.data.max_tokens ?? null;
  const request = requestKey(question, read.data);
  return {
    tariff: "chat",
    question,
    request,
    usage: good.usage,
    reply: kind => {
      const reply = isBadReply(kind) ? spoilt(kind, good, longest) : good;
      return { body: completion(request, read.data.model, reply), usage: reply.usage };
    },
  };
}
