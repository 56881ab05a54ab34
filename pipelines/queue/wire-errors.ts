// Converts errors sent between a worker and the coordinator, so that the receiver can handle them as if they had been thrown locally.

import { z } from "zod";
import { type ErrorCode, PipelineError, ReplyError } from "../engine/errors.ts";
import { type TransientFailure, RetryableError } from "../llm/limits/retry.ts";

const nullableNumber = z.number().nullable();
/** What a server said about its limits. */
export const Rates = z.object({
  requestsPerMinute: nullableNumber,
  tokensPerMinute: nullableNumber,
  remainingRequests: nullableNumber,
  remainingTokens: nullableNumber,
  requestsReset: nullableNumber,
  tokensReset: nullableNumber,
});

const message = z.string();

/** An error as JSON. */
export const WireError = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("retryable"),
    code: z.enum(["rate-limited", "unavailable", "timeout", "garbled"]),
    message,
    retryAfter: z.string().nullable(),
    maybeBilled: z.boolean(),
    rates: Rates.optional(),
    status: nullableNumber,
  }),
  z.object({
    type: z.literal("reply"),
    kind: z.enum(["contract", "technical", "declined"]),
    code: z.string(),
    message,
    rawReply: z.string().nullable(),
  }),
  z.object({
    type: z.literal("pipeline"),
    code: z.custom<ErrorCode>(code => typeof code === "string"),
    message,
    hint: z.string(),
  }),
  z.object({
    type: z.literal("bug"),
    name: z.string(),
    message,
    stack: z.string().nullable(),
  }),
]);
export type WireError = z.output<typeof WireError>;

/** Converts an error, or anything else that was thrown, to JSON, without its causes. */
export function toWire(error: unknown): WireError {
  if (error instanceof RetryableError) {
    const { message, retryAfter, maybeBilled, rates, status } = error;
    return {
      type: "retryable",
      code: error.code as TransientFailure,
      message,
      retryAfter,
      maybeBilled,
      rates,
      status,
    };
  }
  if (error instanceof ReplyError)
    return {
      type: "reply",
      kind: error.kind,
      code: error.code,
      message: error.message,
      rawReply: error.rawReply,
    };
  if (error instanceof PipelineError)
    return { type: "pipeline", code: error.code, message: error.message, hint: error.hint };
  if (error instanceof Error)
    return { type: "bug", name: error.name, message: error.message, stack: error.stack ?? null };
  return { type: "bug", name: "Error", message: `thrown: ${textOf(error)}`, stack: null };
}

// Some objects cannot be converted to a string.
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return "an object";
  }
}

/** Restores an error. For a bug, the message begins with `origin` (a worker's name), and the stack is the original one. */
export function fromWire(wire: WireError, origin: string): Error {
  switch (wire.type) {
    case "retryable":
      return new RetryableError(wire.code, wire.message, wire);
    case "reply":
      return new ReplyError(wire.kind, wire.code, wire.message, wire.rawReply);
    case "pipeline":
      return new PipelineError(wire.code, wire.message, { hint: wire.hint });
    case "bug":
      return bugFrom(wire, origin);
  }
}

function bugFrom(
  { name, message, stack }: Extract<WireError, { type: "bug" }>,
  origin: string,
): Error {
  const bug = new Error(`${origin}: ${message}`);
  bug.name = name;
  const frames = stack?.split("\n").filter(line => /^ +at /.test(line)) ?? [];
  bug.stack = [`${name}: ${bug.message}`, ...frames].join("\n");
  return bug;
}
