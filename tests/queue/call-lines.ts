// Calls as they are journaled.

import type { CallLine } from "../../pipelines/llm/journal.ts";
import { callLineOf } from "../../pipelines/llm/journaled-client.ts";
import { callFormat } from "../../pipelines/queue/ask-handler.ts";
import { aCall, aReply } from "../llm/requests.ts";

export function aCallLine(key: string, text = `reply to ${key}`): CallLine {
  const [call, reply] = [aCall(key), aReply(text)];
  return callLineOf("scripted", call, reply, callFormat.line(call, reply));
}
