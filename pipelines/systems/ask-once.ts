// Asks a system once and reads its reply, for callers that need no journal.

import { parseJson } from "../engine/lines.ts";
import type { SimplePassage } from "../../schemas/evaluation/predictions.ts";
import type { SystemItem } from "./item-request.ts";
import { type AnsweringSystem, callSystem } from "./function-model.ts";
import { readSystemReply } from "./system-reply.ts";

/** A field is null if the reply does not have it. */
export interface ParsedReply {
  readonly answer: string | null;
  readonly retrieved: readonly SimplePassage[] | null;
  readonly reranked: readonly SimplePassage[] | null;
  readonly contexts: readonly SimplePassage[] | null;
}

/** Reads a reply as `systemReply` returns it. Throws ReplyError if it is invalid. */
export function parseReply(reply: unknown): ParsedReply {
  const timing = { milliseconds: null, failedTries: 0 };
  const text = readSystemReply(reply, { label: "The system", timing, text: "" });
  const { answer, retrieved, reranked, contexts } = parseJson(text) as ParsedReply;
  return { answer, retrieved, reranked, contexts };
}

/** Asks the system about one item. Rejects with what the system throws, and with ReplyError for an invalid result. */
export const askOnce = async (
  system: AnsweringSystem,
  item: SystemItem,
  signal: AbortSignal,
): Promise<ParsedReply> => parseReply(await callSystem(system, item, signal));
