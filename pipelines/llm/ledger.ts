// Keeps every reply before it is used, and never asks twice what was answered once.

import { hashOf } from "../engine/fingerprint.ts";
import type { CallLine, Journal } from "./journal.ts";
import type { Model, ModelReply, ModelRequest } from "./model.ts";

const lineOf = (model: Model, request: ModelRequest, reply: ModelReply): CallLine => ({
  key: request.key,
  messages: hashOf(request.messages.slice(0, 2)),
  stage: request.stage,
  prompt: request.prompt.name,
  language: request.language,
  model: model.name,
  usage: reply.usage,
  finish: reply.finish,
  reply: reply.text,
});

/** The reply to a key comes from the journal, or from the model by way of the journal; failures are not journaled. */
export const ledgered = (journal: Journal, model: Model): Model => ({
  name: model.name,
  settings: model.settings,
  paid: model.paid,
  complete: (request, signal) =>
    journal.once(request.key, async () => {
      const reply = await model.complete(request, signal);
      await journal.record(lineOf(model, request, reply), model.paid);
      return reply;
    }),
});
