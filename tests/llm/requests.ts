// Requests, and models that give what a test tells them to.

import { z } from "zod";
import { definePrompt } from "../../schemas/define.ts";
import type { Model, ModelReply, ModelRequest } from "../../pipelines/llm/model.ts";
import { replySchemaOf } from "../../pipelines/llm/reply-schema.ts";
import type { RequestedCall } from "../../pipelines/queue/messages.ts";
import { buildRequest } from "../../pipelines/llm/request.ts";

export const capitalPrompt = definePrompt({
  name: "items/capital",
  variables: z.object({ country: z.string() }),
  reply: z.object({ capital: z.string().min(1), sure: z.boolean().nullable() }),
  maxReplyTokens: 60,
});

export const never = new AbortController().signal;

export const paris = '{"capital":"Paris","sure":true}';

export const aReply = (text: string, finish: ModelReply["finish"] = "stop"): ModelReply => ({
  text,
  finish,
  usage: { inputTokens: 7, outputTokens: 3 },
});

/** A model that gives these replies in turn (an Error is thrown), and keeps the requests it was sent. */
export function scripted(
  ...turns: (ModelReply | Error)[]
): Model & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    name: "scripted",
    settings: { temperature: 0, seed: null },
    paid: true,
    asked,
    complete: async request => {
      const turn = turns[asked.push(request) - 1];
      if (turn === undefined) throw new Error("the script is over");
      if (turn instanceof Error) throw turn;
      return turn;
    },
  };
}

/** Warnings of the process while the work goes on, such as that of too many listeners. */
export async function warningsDuring(work: () => Promise<unknown>): Promise<Error[]> {
  const warnings: Error[] = [];
  const listener = (warning: Error) => warnings.push(warning);
  process.on("warning", listener);
  await work();
  await new Promise(resolve => setImmediate(resolve));
  process.off("warning", listener);
  return warnings;
}

/** A call as a worker asks for it. */
export const aCall = (key: string): RequestedCall => ({
  key,
  stage: "s",
  maxInputTokens: 1,
  maxReplyTokens: 1,
  question: "q",
  prompt: "p",
  language: "en",
});

export const aRequest = (
  country: string,
  model: Pick<Model, "name" | "settings"> = scripted(),
  sample = 0,
): ModelRequest =>
  buildRequest(model, {
    stage: "items/capital",
    row: `row-of-${country}`,
    tryNumber: 1,
    prompt: capitalPrompt,
    language: "en",
    variables: { country },
    messages: [
      { role: "system", content: "You know capitals." },
      { role: "user", content: `Capital of ${country}?` },
    ],
    replySchema: replySchemaOf(capitalPrompt.reply),
    sample,
  });

/** What `aRequest("France")` comes to in the chat format, where its schema goes along beside it. */
export const asksForFrance = [
  { role: "system", content: "You know capitals." },
  { role: "user", content: "Capital of France?" },
];
