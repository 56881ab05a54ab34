// What a user's RAG is asked: one item's question, and what it may know beside it.

import { endpointPrompt } from "../../schemas/evaluation/prompts.ts";
import { ReplyError } from "../engine/errors.ts";
import type { ModelRequest } from "../llm/model.ts";

export interface AskedItem {
  readonly id: string;
  readonly question: string;
  /** Of the task: `question`, `summarization`, `continuation`, `correction`. */
  readonly type: string;
  readonly language: "zh" | "en";
  /** The day (YYYY-MM-DD) as of which it is asked; absent where the item has none. */
  readonly asOf?: string;
  /** Of a correction: what holds, and what is to be put right. */
  readonly beginning?: string;
  readonly continuation?: string;
}

/** A ReplyError for a request that is not a question of an evaluation. */
export function askedItem({
  prompt,
  variables,
}: Pick<ModelRequest, "prompt" | "variables">): AskedItem {
  if (prompt.name !== endpointPrompt.name)
    throw new ReplyError(
      "contract",
      "no-endpoint-answer",
      `${prompt.name} is nothing to ask a RAG.`,
      null,
    );
  const { id, input, type, language, asOf, parts } = endpointPrompt.variables.parse(variables);
  const day = asOf === null ? {} : { asOf };
  return { id, question: input, type, language, ...day, ...parts };
}
