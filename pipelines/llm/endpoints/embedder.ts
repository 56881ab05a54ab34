// Embeds all texts of a corpus: many in flight at once, results in order, no more sent after an error that stops the run.

import pLimit from "p-limit";
import { PipelineError } from "../../engine/errors.ts";
import { type EmbeddingClient, embeddingRequest } from "./embeddings.ts";

export interface EmbedderOptions {
  /** The stage that makes the requests, for the journal. */
  readonly stage: string;
  /** Texts in flight at once: enough to keep an endpoint busy, but not a whole corpus. */
  readonly concurrency?: number;
}

export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;

function checkLengths(vectors: readonly Float32Array[], model: string): void {
  const lengths = [...new Set(vectors.map(({ length }) => length))];
  if (lengths.length <= 1) return;
  throw new PipelineError(
    "provider",
    `The model ${model} returned vectors of different lengths: ${lengths.join(" and ")} numbers.`,
    {
      hint: 'Some were created by another model with that name: remove their lines (prompt "embedding") from calls.jsonl, or give the model another name.',
    },
  );
}

/** Returns vectors in the order of the texts. If one fails, the others still finish and are journaled before its error is thrown; after an error that stops the run, no more are sent. */
export function createEmbedder(
  client: EmbeddingClient,
  { stage, concurrency = 1024 }: EmbedderOptions,
): Embed {
  return async (texts, signal) => {
    const limit = pLimit(concurrency);
    let fatalError: PipelineError | undefined;
    const embedOne = async (text: string): Promise<Float32Array> => {
      signal.throwIfAborted();
      if (fatalError) throw fatalError;
      try {
        return (await client.complete(embeddingRequest(client, stage, text), signal)).vector;
      } catch (error) {
        if (error instanceof PipelineError) fatalError = error;
        throw error;
      }
    };
    const outcomes = await Promise.allSettled(texts.map(text => limit(() => embedOne(text))));
    const vectors = outcomes.map(outcome => {
      if (outcome.status === "rejected") throw fatalError ?? outcome.reason;
      return outcome.value;
    });
    checkLengths(vectors, client.name);
    return vectors;
  };
}
