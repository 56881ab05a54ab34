// Determines the token usage of a call: as its server reports it, or as counted here if the report is implausible.

import { countTokens } from "../../text/segment.ts";
import type { Message, ModelRequest, Usage } from "../model.ts";

/** Tokens counted here (o200k), for servers that do not report them. */
export const countUsage = (messages: readonly Message[], reply: string): Usage => ({
  inputTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
  outputTokens: countTokens(reply),
});

/** Maximum bytes per token, except in blank texts: a count that implies longer tokens is implausible. */
const maxTokenBytes = 200;
/** Maximum tokens in addition to a text's own: a schema, a tool's description, reasoning, a provider's additions. */
const maxAddedTokens = 20_000;
/** Servers that ignore the given maximum have been seen to exceed it by up to this factor. */
const maxExcessFactor = 20;

/**
 * Returns the first plausible count, or else our own: a token has at most `maxTokenBytes` bytes, and a count may not
 * exceed `max`. `bytes` is the size of everything that was read or written.
 */
export const plausibleCountOf = (
  reportedCounts: readonly (number | null | undefined)[],
  bytes: number,
  count: () => number,
  max = 2 * bytes + maxAddedTokens,
): number =>
  Math.ceil(
    reportedCounts.find(
      tokens => typeof tokens === "number" && tokens * maxTokenBytes >= bytes && tokens <= max,
    ) ?? count(),
  );

/** The usage a server reported, if any. */
interface ReportedUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cachedTokens?: number | null | undefined;
}

/**
 * Checks the reported numbers one by one; our own count replaces one that is absent, or far too low or too high for its
 * text (a token has at least one byte). Cached tokens never exceed all input tokens.
 */
export function plausibleUsageOf(
  { inputTokens, outputTokens, cachedTokens }: ReportedUsage,
  { messages, maxReplyTokens }: Pick<ModelRequest, "messages" | "maxReplyTokens">,
  reply: string,
): Usage {
  const sentBytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const replyBytes = Buffer.byteLength(reply);
  const maxOutput = maxExcessFactor * Math.max(maxReplyTokens, replyBytes) + maxAddedTokens;
  const usage = {
    inputTokens: plausibleCountOf(
      [inputTokens],
      sentBytes,
      () => countUsage(messages, "").inputTokens,
    ),
    outputTokens: plausibleCountOf([outputTokens], replyBytes, () => countTokens(reply), maxOutput),
  };
  const cachedCount = Math.floor(Math.min(Math.max(cachedTokens ?? 0, 0), usage.inputTokens));
  return cachedCount > 0 ? { ...usage, cachedTokens: cachedCount } : usage;
}
