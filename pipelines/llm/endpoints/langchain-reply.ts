// Reads a LangChain message from any provider: the reply's raw text, finish reason and token usage.

import { z } from "zod";
import type { ModelReply, ModelRequest } from "../model.ts";
import { plausibleUsageOf } from "./usage.ts";

const ToolCall = z.object({ args: z.unknown() });

/** Parsed leniently: only what is used must be present. */
const RawMessage = z.object({
  content: z.union([
    z.string(),
    z.array(z.object({ type: z.string().optional(), text: z.string().optional() })),
  ]),
  tool_calls: z.array(ToolCall).nullish(),
  /** Tool calls whose arguments are not JSON, as received. */
  invalid_tool_calls: z.array(ToolCall).nullish(),
  additional_kwargs: z
    .object({
      tool_calls: z.array(z.object({ function: z.object({ arguments: z.string() }) })).nullish(),
      __raw_response: z
        .object({
          choices: z.array(z.object({ message: z.object({ refusal: z.string().nullish() }) })),
        })
        .nullish(),
    })
    .nullish()
    .catch(null),
  response_metadata: z.record(z.string(), z.unknown()).nullish(),
  usage_metadata: z
    .object({
      input_tokens: z.number().optional(),
      output_tokens: z.number().optional(),
      input_token_details: z.object({ cache_read: z.number().nullish() }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
type RawMessage = z.output<typeof RawMessage>;

const jsonOf = (args: unknown): string | undefined =>
  typeof args === "string" || args === undefined ? args : JSON.stringify(args);

// The arguments as received, if the provider kept them; otherwise the JSON of the parsed arguments.
const argumentsOf = ({
  tool_calls: toolCalls,
  invalid_tool_calls: invalidCalls,
  additional_kwargs: kwargs,
}: RawMessage): string | undefined =>
  kwargs?.tool_calls?.[0]?.function.arguments ??
  jsonOf(toolCalls?.[0]?.args) ??
  jsonOf(invalidCalls?.[0]?.args);

// The content may also contain reasoning and tool calls, which have no text.
const textOf = ({ content }: RawMessage): string =>
  typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");

/** Names under which providers give the finish reason, each in its own words. */
const reasonNames = ["finish_reason", "finishReason", "stop_reason", "stopReason", "done_reason"];

const finishByReason: Record<string, ModelReply["finish"]> = {
  length: "length",
  max_tokens: "length",
  max_output_tokens: "length",
  model_length: "length",
  model_context_window_exceeded: "length",
  content_filter: "filter",
  content_filtered: "filter",
  guardrail_intervened: "filter",
  safety: "filter",
  recitation: "filter",
  blocklist: "filter",
  prohibited_content: "filter",
  spii: "filter",
  error_toxic: "filter",
  refusal: "refusal",
};

function finishOf(metadata: Record<string, unknown>): ModelReply["finish"] {
  const reason = reasonNames.map(name => metadata[name]).find(value => typeof value === "string");
  return finishByReason[String(reason).toLowerCase()] ?? "stop";
}

/** Reads a message; undefined if it is not one. If the reply is a tool call, its text is the call's arguments. */
export function messageReply(
  message: unknown,
  request: Pick<ModelRequest, "messages" | "maxReplyTokens">,
): ModelReply | undefined {
  const raw = RawMessage.safeParse(message).data;
  if (!raw) return undefined;
  const refusal = raw.additional_kwargs?.__raw_response?.choices[0]?.message.refusal ?? "";
  const text = refusal === "" ? (argumentsOf(raw) ?? textOf(raw)) : refusal;
  return {
    text,
    finish: refusal === "" ? finishOf(raw.response_metadata ?? {}) : "refusal",
    usage: plausibleUsageOf(
      {
        inputTokens: raw.usage_metadata?.input_tokens,
        outputTokens: raw.usage_metadata?.output_tokens,
        cachedTokens: raw.usage_metadata?.input_token_details?.cache_read,
      },
      request,
      text,
    ),
  };
}
