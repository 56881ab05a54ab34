// Options of one pass over the stages.

import type { Listener } from "./events.ts";
import type { Executor } from "./executor.ts";
import type { Stage } from "./stage.ts";
import type { Store } from "./store.ts";
import type { FinishedArtifact } from "./finished-artifact.ts";

export interface PassOptions {
  readonly stages: readonly Stage[];
  readonly stores: ReadonlyMap<string, Store>;
  /** Starts with the inputs; the pass adds what its stages finish. */
  readonly finished: Map<string, FinishedArtifact>;
  readonly fingerprint: (stage: Stage, language: "zh" | "en", inputHash: string) => string;
  readonly executor: Executor;
  readonly randomSeed: number;
  readonly concurrency: number;
  readonly retryFailed: boolean;
  readonly onEvent: Listener;
  readonly signal: AbortSignal;
}
