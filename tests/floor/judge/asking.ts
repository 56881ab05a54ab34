// Asks code what a prompt would ask a model.

import { ruleAnswerers } from "../../../pipelines/floor/all.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import type { PromptContract, ReplyOf, VariablesOf } from "../../../schemas/define.ts";

export type Language = "zh" | "en";

/** The reply by rules, held to its contract. */
export function askRules<P extends PromptContract>(
  prompt: P,
  language: Language,
  variables: VariablesOf<P>,
): ReplyOf<P> {
  const answerer = ruleAnswerers.find(each => each.prompt.name === prompt.name)!;
  return prompt.reply.parse(
    answerer.answer(prompt.variables.parse(variables) as never, {
      language,
      draw: drawFrom(1),
      domains: [],
    }),
  ) as ReplyOf<P>;
}

export const numbered = (...texts: string[]) => texts.map((text, at) => ({ number: at + 1, text }));
