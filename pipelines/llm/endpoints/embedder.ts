// Embeds all texts of a corpus: many in flight, results in order, stopped by the first failure.

import pLimit from "p-limit";
import { PipelineError } from "../../engine/errors.ts";
import { type EmbeddingClient, embeddingRequest } from "./embeddings.ts";

export interface Embedding {
  /** For the journal. */
  readonly stage: string;
  /** Texts in flight at once: enough to keep an endpoint busy, but not a whole corpus. */
  readonly atOnce?: number;
}

export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]>;

function checkLengths(vectors: readonly Float32Array[], model: string): void {
  const lengths = [...new Set(vectors.map(({ length }) => length))];
  if (lengths.length <= 1) return;
  throw new PipelineError(
    "provider",
    `The model ${model} gave vectors of different lengths: ${lengths.join(" and ")} numbers.`,
    {
      hint: 'Some were made by another model of that name: remove their lines (prompt "embedding") from calls.jsonl, or give the model another name.',
    },
  );
}

/** Vectors in the order of the texts. If some fail, the others still finish and are kept; then the first failure is thrown. */
export function embedder(client: EmbeddingClient, { stage, atOnce = 1024 }: Embedding): Embed {
  return async (texts, signal) => {
    const limit = pLimit(atOnce);
    let stopped: PipelineError | undefined;
    const embedOne = async (text: string): Promise<Float32Array> => {
      signal.throwIfAborted();
      if (stopped) throw stopped;
      try {
        return (await client.complete(embeddingRequest(client, stage, text), signal)).vector;
      } catch (error) {
        if (error instanceof PipelineError) stopped = error;
        throw error;
      }
    };
    const ends = await Promise.allSettled(texts.map(text => limit(() => embedOne(text))));
    const vectors = ends.map(end => {
      if (end.status === "rejected") throw stopped ?? end.reason;
      return end.value;
    });
    checkLengths(vectors, client.name);
    return vectors;
  };
}
