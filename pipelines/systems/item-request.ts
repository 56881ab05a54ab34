// The request to a user's RAG: an item's question, and the other fields that the system may see.

import { endpointPrompt } from "../../schemas/evaluation/prompts.ts";
import { ReplyError } from "../engine/errors.ts";
import type { ModelRequest } from "../llm/model.ts";

export interface AskedItem {
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

/** The item in a request; throws ReplyError if the request is not a question of an evaluation. */
export function itemRequest({
  prompt,
  variables,
}: Pick<ModelRequest, "prompt" | "variables">): AskedItem {
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
