// How many tokens a call took: as its server tells, unless that cannot be; then as counted here.

import { countTokens } from "../../text/segment.ts";
import type { Message, ModelRequest, Usage } from "../model.ts";

/** Tokens counted here (o200k), for servers that do not report them. */
export const countedUsage = (messages: readonly Message[], reply: string): Usage => ({
  inputTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
  outputTokens: countTokens(reply),
});

/** Bytes that no token exceeds but in texts of blanks: a count below is not a count. */
const maxToken = 200;
/** Tokens beside a text's own: a schema, a tool's description, thoughts, what a provider adds. */
const maxAdded = 20_000;
/** Replies of so many times the maximum that a server was told have been seen from some that do not heed it. */
const maxBeyond = 20;

/** A token is at least a byte, and at most so many. */
const isCount = (told: number | undefined, bytes: number, most: number): told is number =>
  told !== undefined && told * maxToken >= bytes && told <= most;

/** The first count that can be; else our own. `bytes` of all that was read. */
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

/** What a server told, where it told anything. */
interface ToldUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cachedTokens?: number | null | undefined;
}

/**
 * What is told, each number by itself; in the place of one that is absent, far below what its text must have, or far
 * above what it can (a token is at least a byte), our own count. What was read from a cache is never more than all input.
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
