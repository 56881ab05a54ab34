// Asks a user's RAG in place of a model: the item in a request, as the system may see it.

import { endpointPrompt } from "../../schemas/evaluation/prompts.ts";
import { ReplyError } from "../engine/errors.ts";
import type { Model, ModelRequest } from "../llm/model.ts";

export interface SystemItem {
  readonly id: string;
  readonly question: string;
  /** Type of task: `question`, `summarization`, `continuation`, `correction`. */
  readonly type: string;
  readonly language: "zh" | "en";
  /** The day (YYYY-MM-DD) as of which the question is asked; absent if the item has none. */
  readonly asOf?: string;
  /** For a correction: the correct opening, and the text to be corrected. */
  readonly beginning?: string;
  readonly continuation?: string;
}

/** Throws ReplyError if the request is not a question of an evaluation. */
function itemOf({ prompt, variables }: ModelRequest): SystemItem {
  if (prompt.name !== endpointPrompt.name)
    throw new ReplyError(
      "contract",
      "no-endpoint-answer",
      `${prompt.name} is not a question for a RAG.`,
      null,
    );
  const { id, input, type, language, asOf, parts } = endpointPrompt.variables.parse(variables);
  const day = asOf === null ? {} : { asOf };
  return { id, question: input, type, language, ...day, ...parts };
}

/**
 * A model that asks a system about one item per call. `ask` returns the reply; `failedTries` is the number of earlier
 * calls for the same item that failed. Nothing is billed here, but the system behind it may be paid for, so a reply is
 * saved to disk before it is used.
 */
export function systemModel(
  name: string,
  ask: (item: SystemItem, failedTries: number, signal: AbortSignal) => Promise<string>,
): Model {
  const attempts = new Map<string, number>();
  return {
    name,
    settings: { temperature: null, seed: null },
    paid: true,
    async complete(request, signal) {
      signal.throwIfAborted();
      const item = itemOf(request);
      const failedTries = attempts.get(request.key) ?? 0;
      attempts.set(request.key, failedTries + 1);
      const text = await ask(item, failedTries, signal);
      attempts.delete(request.key);
      return { text, finish: "stop", usage: { inputTokens: 0, outputTokens: 0 } };
    },
  };
}
