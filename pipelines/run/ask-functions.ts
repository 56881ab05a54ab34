// The `ask` functions of a run's stages, each made when its stage first asks.

import type { Journal } from "../llm/journal.ts";
import type { CreateAsk } from "../engine/row.ts";
import { createAsk } from "../llm/ask.ts";
import type { Model } from "../llm/model.ts";
import type { Templates } from "../llm/templates.ts";

export function modelNamed<M extends Pick<Model, "name" | "settings">>(
  models: ReadonlyMap<string, M>,
  stage: string,
): M {
  const model = models.get(stage);
  if (!model) throw new Error(`${stage} asks a model without naming a prompt`);
  return model;
}

export interface Asks {
  readonly templates: Templates;
  /** Whether a key was answered before this run, if failed rows are asked again. */
  readonly isEarlier: (key: string) => boolean;
  readonly modelOf: (stage: string) => { readonly model: Model; readonly thinkingTokens: number };
}

export function createAsks({ templates, isEarlier, modelOf }: Asks): CreateAsk {
  // A stop lets calls in flight finish, since they are paid for: nothing aborts them.
  const { signal } = new AbortController();
  const asks = new Map<string, ReturnType<typeof createAsk>>();
  // Every row gets an ask, even in stages that ask nothing: the model is looked up when it is used.
  return (stage, asker) => (prompt, language, variables, more) => {
    const ask =
      asks.get(stage) ??
      createAsk({ ...modelOf(stage), templates, stage, signal, answered: isEarlier });
    asks.set(stage, ask);
    return ask(asker)(prompt, language, variables, more);
  };
}

/** Whether a journal key was answered before this run; such keys of failed rows are asked again if the user wants it. */
export function earlierIn(journal: Journal, retryFailed: boolean): (key: string) => boolean {
  const earlier = new Set(retryFailed ? journal.keys() : []);
  return key => earlier.has(key);
}
