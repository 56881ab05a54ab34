// An answerer of `rules` for one prompt: a pure, deterministic function of the prompt's variables.

import type { z } from "zod";
import type { PromptContract } from "../../schemas/define.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";

export interface AnswerContext {
  readonly language: "zh" | "en";
  /** A deterministic source of whole numbers: `draw(n)` is in 0 … n-1, determined by the request and the random seed. */
  readonly draw: (n: number) => number;
  /** The prepared schemas that the run names. */
  readonly domains: readonly ScenarioSchema[];
}

export interface Answerer {
  readonly prompt: PromptContract;
  /** The reply; undefined if code can prove nothing, in which case the request is declined. */
  answer(variables: never, context: AnswerContext): object | undefined;
}

/** Binds an answer function to its contract, which types its variables and reply. */
export const answererFor = <V extends z.ZodObject, R extends z.ZodObject>(
  prompt: PromptContract<V, R>,
  answer: (variables: z.output<V>, context: AnswerContext) => z.input<R> | undefined,
): Answerer => ({ prompt, answer });

/** The first prepared schema of this domain (ignoring case) in the request's language; the project's own come first. */
export const preparedSchema = (
  context: AnswerContext,
  domain: string,
): ScenarioSchema | undefined =>
  context.domains.find(
    schema =>
      schema.language === context.language && schema.domain.toLowerCase() === domain.toLowerCase(),
  );
