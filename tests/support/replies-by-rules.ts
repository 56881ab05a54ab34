// Stands in for a model wherever requests leave the process: answers a chat request as `rules` would, from a recording.

import { readCalls } from "../../pipelines/llm/journal.ts";
import { hashOf } from "../../pipelines/engine/fingerprint.ts";

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Replies of a recorded run, found by the system and first user message of a request. */
export function recordedReplies(calls: string): (request: ChatRequest) => string | undefined {
  const replies = new Map([...readCalls(calls)].map(({ call }) => [call.messages, call.reply]));
  return ({ messages }) => replies.get(hashOf(messages.slice(0, 2)));
}

export const completionOf = (content: string) => ({
  id: "chat",
  object: "chat.completion",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
});
