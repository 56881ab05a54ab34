// Journals every reply before it is used, and never repeats a request that has been answered.

import type { EarlierReplies } from "./earlier-replies.ts";
import type { CallLine, Journal } from "./journal.ts";
import type {
  Client,
  MeteredReply,
  Model,
  ModelReply,
  ModelRequest,
  SizedRequest,
} from "./model.ts";

/** How a kind of service converts its calls to and from journal lines; the key, the stage, the model and the usage are filled in for it. */
export interface CallFormat<Request, Reply> {
  line(
    request: Request,
    reply: Reply,
  ): Pick<CallLine, "messages" | "prompt" | "language" | "finish" | "batch" | "reply">;
  reply(line: CallLine): Reply;
}

const chatCallFormat: CallFormat<ModelRequest, ModelReply> = {
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

/** A reply as a journal line. The order of its fields is part of the journal's format: the key first, the reply last. */
export const callLineOf = (
  model: string,
  { key, stage }: SizedRequest,
  { usage }: MeteredReply,
  {
    messages,
    prompt,
    language,
    finish,
    batch,
    reply,
  }: ReturnType<CallFormat<never, never>["line"]>,
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

/** Answers from the journal; otherwise from an earlier job or the service, and journals that reply. Failures are not journaled. */
export function withJournal<
  Request extends SizedRequest,
  Reply extends MeteredReply,
  Settings extends object,
>(
  journal: Journal,
  client: Client<Request, Reply, Settings>,
  format: CallFormat<Request, Reply>,
  earlierReplies: EarlierReplies = () => undefined,
): Client<Request, Reply, Settings> {
  const make = async (request: Request, signal: AbortSignal): Promise<CallLine> => {
    const earlierCall = earlierReplies(request.key);
    const reply = earlierCall ? format.reply(earlierCall) : await client.complete(request, signal);
    const line = callLineOf(client.name, request, reply, format.line(request, reply));
    await journal.record(line, client.paid);
    return line;
  };
  return {
    ...client,
    complete: async (request, signal) =>
      format.reply(await journal.once(request.key, () => make(request, signal))),
  };
}

/** `withJournal` for chat models. */
export const withChatJournal = (
  journal: Journal,
  model: Model,
  earlierReplies?: EarlierReplies,
): Model => withJournal(journal, model, chatCallFormat, earlierReplies);
