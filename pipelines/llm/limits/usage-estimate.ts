// Estimates how many tokens a request will use, learned from the replies to requests of its kind.

import type { Sized, Usage } from "../model.ts";

export interface UsageEstimates {
  /** Whole tokens, input and output together. */
  of(model: string, request: Sized): number;
  learn(model: string, request: Sized, usage: Usage): void;
}

interface Average {
  mean: number;
  deviation: number;
}

interface Kind {
  /** Tokens per byte sent. */
  readonly input: Average;
  /** Tokens. */
  readonly output: Average;
}

const started = (value: number): Average => ({ mean: value, deviation: value / 2 });

// As TCP measures its round trips (RFC 6298): recent values count most, and the spread is the mean deviation.
function take(average: Average, value: number): void {
  average.deviation += (Math.abs(value - average.mean) - average.deviation) / 4;
  average.mean += (value - average.mean) / 8;
}

const upper = ({ mean, deviation }: Average) => mean + deviation;

// In practice no language has more than one token per two bytes: the bytes themselves would be several times too many.
const guess = ({ maxInputTokens, maxReplyTokens }: Sized) => maxInputTokens / 2 + maxReplyTokens;

/**
 * Mean plus mean deviation, per model and stage. More than the usual request needs, since requests in flight err
 * together; not the most ever seen, since nobody can use what is reserved in vain.
 */
export function createUsageEstimates(): UsageEstimates {
  const kinds = new Map<string, Kind>();
  const keyOf = (model: string, { stage }: Sized) => `${model} ${stage}`;
  return {
    of: (model, request) => {
      const kind = kinds.get(keyOf(model, request));
      return Math.ceil(
        kind ? upper(kind.input) * request.maxInputTokens + upper(kind.output) : guess(request),
      );
    },
    learn: (model, request, { inputTokens, outputTokens }) => {
      const key = keyOf(model, request);
      const ratio = inputTokens / Math.max(1, request.maxInputTokens);
      const kind = kinds.get(key);
      if (!kind) {
        kinds.set(key, { input: started(ratio), output: started(outputTokens) });
        return;
      }
      take(kind.input, ratio);
      take(kind.output, outputTokens);
    },
  };
}
