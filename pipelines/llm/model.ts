// The one interface every model has, whatever stands behind it: an endpoint, a batch file, or code.

import type { PromptContract } from "../../schemas/define.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Sampling settings; part of a reply's journal key. */
export interface ModelSettings {
  readonly temperature: number | null;
  readonly seed: number | null;
}

export interface ModelRequest {
  readonly key: string;
  /** The stage that asks: for the journal and logs, no part of the key. */
  readonly stage: string;
  /** For code that answers without reading prose (`rules`), and for logs. */
  readonly prompt: PromptContract;
  readonly language: "zh" | "en";
  readonly variables: object;
  readonly messages: readonly Message[];
  /** JSON schema of the reply. */
  readonly replySchema: object;
  readonly longestReply: number;
  /** 0 for the first draw. */
  readonly sample: number;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ModelReply {
  /** The reply as it came, JSON or not. */
  readonly text: string;
  readonly finish: "stop" | "length" | "refusal" | "filter";
  readonly usage: Usage;
}

export interface Model {
  /** What is part of a key: the model's name without transport (`gpt-4o-mini`, `rules@1`). */
  readonly name: string;
  readonly settings: ModelSettings;
  /** Whether a lost reply costs money: if so it is on disk (fsync) before it is used. */
  readonly paid: boolean;
  /** Throws ReplyError for this request alone, PipelineError to stop the run, Parked when the reply comes later by file. */
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}
