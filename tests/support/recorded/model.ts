// A model that answers with replies written by hand, and says which one is missing and how it is brought in.

import { appendFileSync } from "node:fs";
import { ParkedError, ReplyError } from "../../../pipelines/engine/errors.ts";
import type { Model, ModelRequest } from "../../../pipelines/llm/model.ts";
import { createTokenCounter } from "../../../pipelines/run/token-counter.ts";
import { keyOf, readReplies } from "./replies.ts";

/** Names a file that is told of every request: `Asked`, one a line. */
export const askedFile = "RAGWRIGHT_ASKED";

/** A request as a person answers it. */
export interface Asked extends Pick<ModelRequest, "language" | "messages" | "replySchema"> {
  readonly key: string;
  /** Name of the contract. */
  readonly prompt: string;
  readonly about: string;
}

const subjects = [
  "question",
  "reference",
  "headline",
  "title",
  "name",
  "file",
  "domain",
  "event",
  "beginning",
  "text",
];

/** What of the variables names the request for people. */
function aboutOf(variables: object): string {
  const [first] = subjects.flatMap(name => (variables as Record<string, unknown>)[name] ?? []);
  return (typeof first === "string" ? first : JSON.stringify(variables))
    .replace(/\s+/g, " ")
    .slice(0, 80);
}

/** Whether the file was told. */
function tell(asked: Asked): boolean {
  const path = process.env[askedFile];
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(asked)}\n`);
  return path !== undefined;
}

/** Answers a journey's requests; one that nobody has answered fails its row. */
export function recordedModel(journey: string, head: Pick<Model, "name" | "settings">): Model {
  const replies = readReplies(journey);
  const countTokens = createTokenCounter();
  const complete = async (request: ModelRequest) => {
    const { prompt, language, messages, replySchema } = request;
    const [key, about] = [keyOf(request), aboutOf(request.variables)];
    const told = tell({ key, prompt: prompt.name, language, about, messages, replySchema });
    const known = replies.get(key);
    // Nothing is asked in place of a row that waits.
    if (!known && told) throw new ParkedError();
    if (!known) {
      const where = `Type: npm run replies -- missing ${journey}`;
      throw new ReplyError(
        "contract",
        "no-recorded-reply",
        `${prompt.name}: nobody has answered "${about}" for the journey ${journey}. ${where}`,
        null,
      );
    }
    const text = JSON.stringify(known.reply);
    const inputTokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0);
    return {
      text,
      finish: "stop" as const,
      usage: { inputTokens, outputTokens: countTokens(text) },
    };
  };
  return { ...head, paid: false, complete };
}
