// One question of an evaluation, as a model in the place of a RAG is asked it.

import type { Model } from "../../pipelines/llm/model.ts";
import { buildRequest } from "../../pipelines/llm/request.ts";
import { endpointPrompt } from "../../schemas/evaluation/prompts.ts";

export interface Question {
  readonly id?: string;
  readonly asOf?: string | null;
  readonly parts?: { readonly beginning: string; readonly continuation: string } | null;
}

export const questionRequest = (
  model: Pick<Model, "name" | "settings">,
  { id = "item-1", asOf = null, parts = null }: Question = {},
) =>
  buildRequest(model, {
    stage: "evaluate/predictions",
    row: id,
    tryNumber: 1,
    prompt: endpointPrompt,
    language: "zh",
    variables: { id, input: "水库何时建成？", type: "question", language: "zh", asOf, parts },
    messages: [{ role: "user", content: id }],
    replySchema: {},
    sample: 0,
  });
