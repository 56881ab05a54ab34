// A model that is never asked for money: replies come from rules, and what would be sent to a real one is counted.

import { ReplyError } from "../engine/errors.ts";
import { countTokens } from "../text/segment.ts";
import type { Model, ModelRequest, ModelSettings, Usage } from "./model.ts";

/** What the requests of one stage come to; tokens as o200k counts them. */
export interface StageCount {
  /** Equal requests are one call, as the journal would make them. */
  readonly calls: number;
  readonly inputTokens: number;
  /** Of these, tokens of all but the system messages and schemas: they hold texts that grow with a model's replies. */
  readonly textTokens: number;
  readonly outputTokens: number;
  /** If every reply were as long as its contract allows, with all the thinking it may do. */
  readonly longestOutput: number;
  /** Calls that rules had no reply to: counted at their longest reply. */
  readonly unanswered: number;
}

/** Stands in for one stage's model: `name` and `settings` decide which requests are equal. */
interface CountedModel {
  readonly name: string;
  readonly settings: ModelSettings;
}

export interface Counting {
  model(counted: CountedModel): Model;
  /** By stage, in the order in which they first asked. */
  readonly counts: ReadonlyMap<string, StageCount>;
}

/** Tokens a chat format puts around a message, and once before the reply. */
const aroundMessage = 4;
const beforeReply = 3;

const nothing: StageCount = { calls: 0, inputTokens: 0, textTokens: 0, outputTokens: 0, longestOutput: 0, unanswered: 0 };

/** Token counts of the few texts that come again with every request of a prompt. */
function rememberedCount(): (text: string) => number {
  const counted = new Map<string, number>();
  return text => {
    const count = counted.get(text) ?? countTokens(text);
    counted.set(text, count);
    return count;
  };
}

function schemaCount(): (schema: object) => number {
  const counted = new WeakMap<object, number>();
  return schema => {
    const count = counted.get(schema) ?? countTokens(JSON.stringify(schema));
    counted.set(schema, count);
    return count;
  };
}

/** Counts what models built by it are asked; `rules` gives the replies, and counts the tokens of messages and replies. */
export function startCounting(rules: Model): Counting {
  const counts = new Map<string, StageCount>();
  const seen = new Set<string>();
  const fixedTokens = rememberedCount();
  const schemaTokens = schemaCount();
  const add = (request: ModelRequest, usage: Usage, unanswered: 0 | 1) => {
    const before = counts.get(request.stage) ?? nothing;
    const systemTokens = request.messages.reduce((sum, { role, content }) => sum + (role === "system" ? fixedTokens(content) : 0), 0);
    // Servers count a reply schema as input, and without structured output it stands in the messages.
    const around = schemaTokens(request.replySchema) + request.messages.length * aroundMessage + beforeReply;
    counts.set(request.stage, {
      calls: before.calls + 1,
      inputTokens: before.inputTokens + usage.inputTokens + around,
      textTokens: before.textTokens + Math.max(0, usage.inputTokens - systemTokens),
      outputTokens: before.outputTokens + usage.outputTokens,
      longestOutput: before.longestOutput + request.longestReply,
      unanswered: before.unanswered + unanswered,
    });
  };
  const complete: Model["complete"] = async (request, signal) => {
    const first = !seen.has(request.key);
    seen.add(request.key);
    try {
      const reply = await rules.complete(request, signal);
      if (first) add(request, reply.usage, 0);
      return reply;
    } catch (error) {
      const inputTokens = () => request.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
      if (first && error instanceof ReplyError) add(request, { inputTokens: inputTokens(), outputTokens: request.longestReply }, 1);
      throw error;
    }
  };
  return { counts, model: ({ name, settings }) => ({ name, settings, paid: false, complete }) };
}
