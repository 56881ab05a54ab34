// Reads the result of a Vercel AI SDK model, in any version of its specification: raw text, finish reason and token usage.

import { z } from "zod";
import type { ModelReply, ModelRequest } from "../model.ts";
import { readRateState } from "./rate-headers.ts";
import { plausibleUsageOf } from "./usage.ts";

/** A number of tokens (version 2), or one with its parts (from version 3 on). */
const Tokens = z
  .union([z.number(), z.object({ total: z.number().nullish(), cacheRead: z.number().nullish() })])
  .nullish()
  .catch(null);
type Tokens = z.output<typeof Tokens>;

/** Parsed leniently: only what is used must be present. */
const GenerateResult = z.object({
  content: z.array(
    z.object({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() }),
  ),
  finishReason: z
    .union([z.string(), z.object({ unified: z.string(), raw: z.string().nullish() })])
    .nullish()
    .catch(null),
  usage: z
    .object({ inputTokens: Tokens, outputTokens: Tokens, cachedInputTokens: Tokens })
    .partial()
    .nullish()
    .catch(null),
  response: z
    .object({ headers: z.record(z.string(), z.string().optional()).nullish().catch(null) })
    .nullish()
    .catch(null),
  warnings: z
    .array(z.object({ feature: z.string().optional(), setting: z.string().optional() }))
    .nullish()
    .catch(null),
});
type GenerateResult = z.output<typeof GenerateResult>;

const totalOf = (tokens: Tokens): number | undefined =>
  typeof tokens === "number" ? tokens : (tokens?.total ?? undefined);

const cachedOf = (usage: GenerateResult["usage"]): number | undefined => {
  const input = usage?.inputTokens;
  const cacheRead = typeof input === "object" ? input?.cacheRead : undefined;
  return cacheRead ?? totalOf(usage?.cachedInputTokens);
};

const finishByReason: Record<string, ModelReply["finish"]> = {
  length: "length",
  "content-filter": "filter",
};

function finishOf(reason: GenerateResult["finishReason"]): ModelReply["finish"] {
  if (typeof reason !== "object") return finishByReason[reason ?? ""] ?? "stop";
  return reason?.raw === "refusal" ? "refusal" : (finishByReason[reason?.unified ?? ""] ?? "stop");
}

/** Returns the text, or else the arguments of a tool call; leaves out reasoning. */
function textOf({ content }: GenerateResult): string {
  const texts = content.filter(({ type }) => type === "text").map(({ text }) => text ?? "");
  if (texts.length > 0) return texts.join("");
  const input = content.find(({ type }) => type === "tool-call")?.input;
  return typeof input === "string" || input === undefined ? (input ?? "") : JSON.stringify(input);
}

export interface GeneratedReply {
  readonly reply: ModelReply;
  /** Whether the model ignored the reply's schema. */
  readonly ignoredSchema: boolean;
}

/** Reads a result; undefined if it is not a result of `doGenerate`. */
export function generatedReply(
  result: unknown,
  request: Pick<ModelRequest, "messages" | "maxReplyTokens">,
): GeneratedReply | undefined {
  const generated = GenerateResult.safeParse(result).data;
  if (!generated) return undefined;
  const { usage, response, finishReason, warnings } = generated;
  const text = textOf(generated);
  const counts = {
    inputTokens: totalOf(usage?.inputTokens),
    outputTokens: totalOf(usage?.outputTokens),
    cachedTokens: cachedOf(usage),
  };
  const headers = response?.headers ?? {};
  const rates = readRateState({ get: name => headers[name] ?? null }, Date.now());
  return {
    reply: {
      text,
      finish: finishOf(finishReason),
      usage: plausibleUsageOf(counts, request, text),
      ...(rates ? { rates } : {}),
    },
    ignoredSchema: (warnings ?? []).some(({ feature, setting }) =>
      [feature, setting].includes("responseFormat"),
    ),
  };
}
