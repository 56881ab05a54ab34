// Estimates how many tokens a request will use, learned from the replies to requests of its kind.

import type { SizedRequest, Usage } from "../model.ts";

export interface UsageEstimates {
  /** Whole tokens, input and output together. */
  estimate(model: string, request: SizedRequest): number;
  learn(model: string, request: SizedRequest, usage: Usage): void;
}

interface Average {
  mean: number;
  deviation: number;
}

interface Kind {
  /** Tokens per byte sent: `maxInputTokens` counts bytes. */
  readonly input: Average;
  /** Tokens. */
  readonly output: Average;
}

const initialAverage = (value: number): Average => ({ mean: value, deviation: value / 2 });

// As TCP measures its round trips (RFC 6298): recent values count most, and the spread is the mean deviation.
function updateAverage(average: Average, value: number): void {
  average.deviation += (Math.abs(value - average.mean) - average.deviation) / 4;
  average.mean += (value - average.mean) / 8;
}

const upperEstimate = ({ mean, deviation }: Average) => mean + deviation;

// In practice no language has more than one token per two bytes, so counting one per byte would be far too many.
const firstEstimate = ({ maxInputTokens, maxReplyTokens }: SizedRequest) =>
  maxInputTokens / 2 + maxReplyTokens;

/**
 * Mean plus mean deviation, per model and stage. It is more than the usual request needs, since the total of the
 * requests in flight can exceed the mean; it is not the maximum ever seen, since tokens that are reserved but not
 * used are lost to other requests.
 */
export function createUsageEstimates(): UsageEstimates {
  const kinds = new Map<string, Kind>();
  const keyOf = (model: string, { stage }: SizedRequest) => `${model} ${stage}`;
  return {
    estimate: (model, request) => {
      const kind = kinds.get(keyOf(model, request));
      return Math.ceil(
        kind
          ? upperEstimate(kind.input) * request.maxInputTokens + upperEstimate(kind.output)
          : firstEstimate(request),
      );
    },
    learn: (model, request, { inputTokens, outputTokens }) => {
      const key = keyOf(model, request);
      const ratio = inputTokens / Math.max(1, request.maxInputTokens);
      const kind = kinds.get(key);
      if (!kind) {
        kinds.set(key, { input: initialAverage(ratio), output: initialAverage(outputTokens) });
        return;
      }
      updateAverage(kind.input, ratio);
      updateAverage(kind.output, outputTokens);
    },
  };
}
