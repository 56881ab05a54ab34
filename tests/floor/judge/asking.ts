// Asks code what a prompt would ask a model.

import { ruleAnswerers } from "../../../pipelines/floor/rule-answerers.ts";
import { drawFrom } from "../../../pipelines/text/random.ts";
import type { PromptContract, ReplyOf, VariablesOf } from "../../../schemas/define.ts";

export type Language = "zh" | "en";

/** The reply by rules, held to its contract; undefined where they abstain. */
export function askOrAbstain<P extends PromptContract>(
  prompt: P,
  language: Language,
  variables: VariablesOf<P>,
): ReplyOf<P> | undefined {
  const answerer = ruleAnswerers.find(each => each.prompt.name === prompt.name)!;
  const reply = answerer.answer(prompt.variables.parse(variables) as never, {
    language,
    draw: drawFrom(1),
    domains: [],
  });
  return reply && (prompt.reply.parse(reply) as ReplyOf<P>);
}

/** The same where they must not abstain. */
export function askRules<P extends PromptContract>(
  prompt: P,
  language: Language,
  variables: VariablesOf<P>,
): ReplyOf<P> {
  const reply = askOrAbstain(prompt, language, variables);
  if (reply === undefined) throw new Error(`${prompt.name}: abstained`);
  return reply;
}

export const numbered = (...texts: string[]) => texts.map((text, at) => ({ number: at + 1, text }));
