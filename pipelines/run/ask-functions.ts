// Creates the `ask` functions of a run's stages, each when its stage first calls a model.

import { hashOf } from "../engine/fingerprint.ts";
import { replySchemaOf } from "../llm/reply-schema.ts";
import type { Journal } from "../llm/journal.ts";
import type { CreateAsk } from "../engine/row.ts";
import type { Stage } from "../engine/stage.ts";
import { createAsk } from "../llm/ask.ts";
import type { Model } from "../llm/model.ts";
import type { Templates } from "../llm/templates.ts";

export function modelOfStage<M extends Pick<Model, "name" | "settings">>(
  models: ReadonlyMap<string, M>,
  stage: string,
): M {
  const model = models.get(stage);
  if (!model) throw new Error(`${stage} calls a model without naming a prompt`);
  return model;
}

export interface AskParts {
  readonly templates: Templates;
  /** Whether a key was answered before this run; false for all keys unless failed rows are retried. */
  readonly isEarlier: (key: string) => boolean;
  readonly modelOf: (stage: string) => { readonly model: Model; readonly thinkingTokens: number };
}

export function createAskFunctions({ templates, isEarlier, modelOf }: AskParts): CreateAsk {
  // Stopping a run lets calls in flight finish, since they are paid for: nothing aborts them.
  const { signal } = new AbortController();
  const askFunctions = new Map<string, ReturnType<typeof createAsk>>();
  // Every row gets an `ask`, even in stages that call no model: the model is looked up on first use.
  return (stage, asker) => (prompt, language, variables, options) => {
    const ask =
      askFunctions.get(stage) ??
      createAsk({ ...modelOf(stage), templates, stage, signal, hadReply: isEarlier });
    askFunctions.set(stage, ask);
    return ask(asker)(prompt, language, variables, options);
  };
}

/** Creates the check of whether a journal key was answered before this run: with `retryFailed`, failed rows send such requests again. */
export function createAnsweredCheck(
  journal: Journal,
  retryFailed: boolean,
): (key: string) => boolean {
  const answeredKeys = new Set(retryFailed ? journal.keys() : []);
  return key => answeredKeys.has(key);
}

/** What a stage's calls depend on besides their variables: model, settings, templates and replies. */
export const fingerprintOf = (
  { name, settings }: Pick<Model, "name" | "settings">,
  prompts: Stage["prompts"],
  templateHash: (prompt: string) => string,
) => ({
  model: [name, settings],
  prompts: prompts.map(prompt => [
    prompt.name,
    templateHash(prompt.name),
    hashOf(replySchemaOf(prompt.reply)),
  ]),
});
