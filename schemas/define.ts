// How records and prompts are declared: an artifact is a named list of rows, a prompt a named contract with a model.

import type { z } from "zod";

/** A JSONL file of a run: `name` is its path without ending (`items/answers`), `key` names one row among the rest. */
export interface Artifact<Row extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly row: Row;
  readonly key: (row: z.output<Row>) => string;
}

/** What is asked of a model and what must come back; the prose is in `prompts/<name>.<language>.hbs`. */
export interface PromptContract<
  Variables extends z.ZodObject = z.ZodObject,
  Reply extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly variables: Variables;
  readonly reply: Reply;
  /** The longest reply that is still useful, in tokens: sent as the limit, and reserved from a budget. */
  readonly maxReplyTokens: number;
  /** The reply may be in any language: what it quotes is not the model's own, or what it names is English anywhere. */
  readonly anyLanguage?: true;
  /** Variables that no template shows: only code that answers in a model's place reads them. */
  readonly unseen?: readonly string[];
  /** What a user may do in place of naming a model: told where none answers. */
  readonly instead?: string;
}

export const defineArtifact = <Row extends z.ZodObject>(artifact: Artifact<Row>): Artifact<Row> =>
  artifact;

/** One of ours: its rows are known by their id. */
export const artifactOf = <Row extends z.ZodObject & { shape: { id: z.ZodString } }>(
  name: string,
  row: Row,
): Artifact<Row> => ({ name, row, key: row => (row as { id: string }).id });

export const definePrompt = <V extends z.ZodObject, R extends z.ZodObject>(
  prompt: PromptContract<V, R>,
): PromptContract<V, R> => prompt;

export type RowOf<A> = A extends Artifact<infer Row> ? z.output<Row> : never;
export type VariablesOf<P> = P extends PromptContract<infer V, infer _R> ? z.output<V> : never;
export type ReplyOf<P> = P extends PromptContract<infer _V, infer R> ? z.output<R> : never;
