// Recorded replies by the question they answer.

import { hashOf } from "../../../pipelines/engine/fingerprint.ts";
import { readCalls } from "../../../pipelines/llm/journal.ts";
import type { Message, ModelReply } from "../../../pipelines/llm/model.ts";

export interface Recording {
  /** Hash of the system and the first user message as they were recorded, whether or not there is a reply. */
  questionOf(messages: readonly Message[]): string;
  /** The reply to this request, or undefined. */
  replyTo(question: string, messages: readonly Message[]): ModelReply | undefined;
}

function readRecordings(paths: readonly string[]): Map<string, ModelReply[]> {
  const replies = new Map<string, ModelReply[]>();
  for (const path of paths) {
    let lines = 0;
    for (const { call } of readCalls(path)) {
      lines++;
      const reply = { text: call.reply, finish: call.finish, usage: call.usage };
      const known = replies.get(call.messages);
      if (known) known.push(reply);
      else replies.set(call.messages, [reply]);
    }
    if (lines === 0) throw new Error(`${path} holds no recorded call`);
  }
  return replies;
}

/** The text cut at each of its line ends, longest first. */
function* shortened(text: string): Generator<string> {
  for (let end = text.lastIndexOf("\n"); end > 0; end = text.lastIndexOf("\n", end - 1))
    yield text.slice(0, end).trimEnd();
}

/**
 * Opens recordings. A client that asks for a shape in words appends a paragraph to the system message; the question is
 * then found by the beginning of that message. Of several replies to one question a repair is given the one after the
 * reply that it repairs, and any other request the first that is whole: no count of earlier requests plays a part.
 */
export function openRecordings(paths: readonly string[]): Recording {
  const replies = readRecordings(paths);
  // System messages are few, since they hold no variables.
  const begun = new Map<string, string>();
  const hashWith = (system: Message, content: string, user: Message) =>
    hashOf([{ ...system, content }, user]);
  const findBegun = (system: Message, user: Message): string | undefined => {
    const remembered = begun.get(system.content);
    for (const content of remembered === undefined ? shortened(system.content) : [remembered]) {
      const hash = hashWith(system, content, user);
      if (!replies.has(hash)) continue;
      begun.set(system.content, content);
      return hash;
    }
    return undefined;
  };
  return {
    questionOf: messages => {
      const [system, user] = messages;
      const hash = hashOf(messages.slice(0, 2));
      if (replies.has(hash) || !system || !user || system.role !== "system") return hash;
      return findBegun(system, user) ?? hash;
    },
    replyTo: (question, messages) => {
      const known = replies.get(question) ?? [];
      const before = messages.findLast(({ role }) => role === "assistant")?.content;
      const left = known.slice(known.findIndex(({ text }) => text === before) + 1);
      const open = left.length > 0 ? left : known;
      return open.find(({ finish }) => finish === "stop") ?? open[0];
    },
  };
}
