// Token usage of a call: as its server reports it, or as counted here if the report is impossible.

import { countTokens } from "../../text/segment.ts";
import type { Message, ModelRequest, Usage } from "../model.ts";

/** Tokens counted here (o200k), for servers that do not report them. */
export const countedUsage = (messages: readonly Message[], reply: string): Usage => ({
  inputTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
  outputTokens: countTokens(reply),
});

/** Bytes that no token exceeds, except in blank texts: a count that implies longer tokens is not valid. */
const maxToken = 200;
/** Tokens besides a text's own: a schema, a tool's description, thoughts, a provider's additions. */
const maxAdded = 20_000;
/** Replies of up to this many times the given maximum have been seen from servers that ignore it. */
const maxBeyond = 20;

/** Whether a reported count is possible: a token has at least one byte, and at most `maxToken`. */
const isCount = (count: number | undefined, bytes: number, max: number): count is number =>
  count !== undefined && count * maxToken >= bytes && count <= max;

/** The first possible count, or else our own. `bytes` is the size of all that was read. */
export const soundCount = (
  told: readonly (number | null | undefined)[],
  bytes: number,
  count: () => number,
): number =>
  Math.ceil(
    told
      .map(tokens => tokens ?? undefined)
      .find(tokens => isCount(tokens, bytes, 2 * bytes + maxAdded)) ?? count(),
  );

/** The usage a server reported, if any. */
interface ToldUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cachedTokens?: number | null | undefined;
}

/**
 * The reported numbers, checked one by one; our own count replaces one that is absent, far below what its text must have,
 * or far above what it can have (a token has at least one byte). Cached tokens never exceed all input tokens.
 */
export function soundUsage(
  { inputTokens, outputTokens, cachedTokens }: ToldUsage,
  { messages, maxReplyTokens }: Pick<ModelRequest, "messages" | "maxReplyTokens">,
  reply: string,
): Usage {
  const sent = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const came = Buffer.byteLength(reply);
  const usage = {
    inputTokens: isCount(inputTokens, sent, 2 * sent + maxAdded)
      ? Math.ceil(inputTokens)
      : countedUsage(messages, "").inputTokens,
    outputTokens: isCount(outputTokens, came, maxBeyond * Math.max(maxReplyTokens, came) + maxAdded)
      ? Math.ceil(outputTokens)
      : countTokens(reply),
  };
  const cached = Math.floor(Math.min(Math.max(cachedTokens ?? 0, 0), usage.inputTokens));
  return cached > 0 ? { ...usage, cachedTokens: cached } : usage;
}
