// The asks of a run's stages, each made when its stage first asks.

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
  /** Tells keys that were answered before this run, where its failed rows are asked again. */
  readonly isEarlier: (key: string) => boolean;
  readonly modelOf: (stage: string) => { readonly model: Model; readonly thinkingTokens: number };
}

export function createAsks({ templates, isEarlier, modelOf }: Asks): CreateAsk {
  // A stop lets the calls in flight finish: they are paid for. So nothing aborts them.
  const { signal } = new AbortController();
  const asks = new Map<string, ReturnType<typeof createAsk>>();
  // Each row is given an ask, also in stages that ask nothing: the model is looked for when it is used.
  return (stage, asker) => (prompt, language, variables, more) => {
    const ask =
      asks.get(stage) ??
      createAsk({ ...modelOf(stage), templates, stage, signal, answered: isEarlier });
    asks.set(stage, ask);
    return ask(asker)(prompt, language, variables, more);
  };
}

/** Journal keys of failed rows that the user wants asked again are those answered before this run. */
export function earlierIn(journal: Journal, retryFailed: boolean): (key: string) => boolean {
  const earlier = new Set(retryFailed ? journal.keys() : []);
  return key => earlier.has(key);
}
