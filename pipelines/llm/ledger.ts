// Keeps every reply before it is used, and never asks twice what was answered once.

import type { EarlierReplies } from "./earlier-replies.ts";
import type { CallLine, Journal } from "./journal.ts";
import type { Client, Metered, Model, ModelReply, ModelRequest, Sized } from "./model.ts";

/** How one kind of service writes its calls as journal lines; key, stage, model and usage are written for it. */
export interface Notation<Request, Reply> {
  line(
    request: Request,
    reply: Reply,
  ): Pick<CallLine, "messages" | "prompt" | "language" | "finish" | "batch" | "reply">;
  reply(line: CallLine): Reply;
}

const chatNotation: Notation<ModelRequest, ModelReply> = {
  line: ({ question, prompt, language }, { finish, text, batch }) => ({
    messages: question,
    prompt: prompt.name,
    language,
    finish,
    ...(batch ? { batch } : {}),
    reply: text,
  }),
  reply: ({ reply, finish, usage, batch }) => ({
    text: reply,
    finish,
    usage,
    ...(batch ? { batch } : {}),
  }),
};

/** A reply as it is journaled. The order of a line's fields is part of the journal's form: the key first, the reply last. */
export const callLineOf = (
  model: string,
  { key, stage }: Sized,
  { usage }: Metered,
  { messages, prompt, language, finish, batch, reply }: ReturnType<Notation<never, never>["line"]>,
): CallLine => ({
  key,
  messages,
  stage,
  prompt,
  language,
  model,
  usage,
  finish,
  ...(batch ? { batch } : {}),
  reply,
});

/** The reply to a key comes from the journal, or by way of it from an earlier job or the service; failures are not journaled. */
export function journaled<Request extends Sized, Reply extends Metered, Settings extends object>(
  journal: Journal,
  client: Client<Request, Reply, Settings>,
  notation: Notation<Request, Reply>,
  earlier: EarlierReplies = () => undefined,
): Client<Request, Reply, Settings> {
  const make = async (request: Request, signal: AbortSignal): Promise<CallLine> => {
    const before = earlier(request.key);
    const reply = before ? notation.reply(before) : await client.complete(request, signal);
    const line = callLineOf(client.name, request, reply, notation.line(request, reply));
    await journal.record(line, client.paid);
    return line;
  };
  return {
    ...client,
    complete: async (request, signal) =>
      notation.reply(await journal.once(request.key, () => make(request, signal))),
  };
}

/** `journaled` for chat models. */
export const ledgered = (journal: Journal, model: Model, earlier?: EarlierReplies): Model =>
  journaled(journal, model, chatNotation, earlier);
