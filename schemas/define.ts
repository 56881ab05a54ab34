// Defines artifacts and prompts: an artifact is a named list of rows, a prompt a named contract with a model.

import type { z } from "zod";

/** A JSONL file of a run: `name` is its path without extension (`items/answers`), `key` identifies a row. */
export interface Artifact<Row extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly row: Row;
  readonly key: (row: z.output<Row>) => string;
}

/** The request to a model and the reply it must return; the prose is in `prompts/<name>.<language>.hbs`. */
export interface PromptContract<
  Variables extends z.ZodObject = z.ZodObject,
  Reply extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly variables: Variables;
  readonly reply: Reply;
  /** Maximum number of tokens in a useful reply: sent as the limit, and reserved from the budget. */
  readonly maxReplyTokens: number;
  /** Marks a reply that may be in any language, because it quotes texts or its names are always English. */
  readonly anyLanguage?: true;
  /** Variables that no template shows: only code that answers in place of a model reads them. */
  readonly unseen?: readonly string[];
  /** What a user can do instead of naming a model; shown if none is named. */
  readonly instead?: string;
}

export const defineArtifact = <Row extends z.ZodObject>(artifact: Artifact<Row>): Artifact<Row> =>
  artifact;

/** An artifact whose rows are identified by their id. */
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
