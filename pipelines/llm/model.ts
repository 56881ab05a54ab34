// The interface that all services share, whether an endpoint, a batch file or code; wrappers implement it too.

import type { PromptContract } from "../../schemas/define.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Sampling settings; part of a reply's journal key. */
export interface ModelSettings {
  readonly temperature: number | null;
  readonly seed: number | null;
  /** Omitted, even from keys, unless it is set. */
  readonly topP?: number | undefined;
}

/** Extracts the sampling settings, as they appear in a key. */
export const samplingOf = ({ temperature, seed, topP }: ModelSettings): ModelSettings => ({
  temperature,
  seed,
  ...(topP === undefined ? {} : { topP }),
});

/** What limits and budgets need to know about a request before it is made. */
export interface SizedRequest {
  /** Identifies the request in the journal. */
  readonly key: string;
  /** The stage that makes the request: for the journal and logs, not part of the key. */
  readonly stage: string;
  /** Upper bound in tokens: the bytes of everything sent, since no tokenizer produces more tokens than bytes. */
  readonly maxInputTokens: number;
  /** Upper bound in tokens: the limit that is sent to the service. */
  readonly maxReplyTokens: number;
}

export interface ModelRequest extends SizedRequest {
  /** Id of the row that makes the request: for people, not part of the key. */
  readonly row: string;
  /** 1 for the first request of a question, and one more for each further request after an unusable reply. */
  readonly tryNumber: number;
  /** For code that answers without reading prose (`rules`), and for logs. */
  readonly prompt: PromptContract;
  readonly language: "zh" | "en";
  readonly variables: object;
  readonly messages: readonly Message[];
  /** Hash of the system and the first user message: the same for further samples and repairs of one question. */
  readonly question: string;
  /** JSON schema of the reply. */
  readonly replySchema: object;
  /** 0 for the first sample. */
  readonly sample: number;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Input tokens that the provider read from its cache; absent if it reported none. */
  readonly cachedTokens?: number | undefined;
}

/** What a server said about its limits; null where it said nothing. */
export interface RateState {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly remainingRequests: number | null;
  readonly remainingTokens: number | null;
  /** Milliseconds until the quota of requests is full again. */
  readonly requestsReset: number | null;
  /** Milliseconds until the quota of tokens is full again. */
  readonly tokensReset: number | null;
}

export interface MeteredReply {
  readonly usage: Usage;
  /** Not journaled, since it soon becomes outdated. */
  readonly rates?: RateState | undefined;
  /** Milliseconds since the request was actually sent, if that was some time after the limiter permitted it. */
  readonly took?: number | undefined;
}

export interface ModelReply extends MeteredReply {
  /** The reply as received, JSON or not. */
  readonly text: string;
  readonly finish: "stop" | "length" | "refusal" | "filter";
  /** Whether it came through a batch, at a batch's price. */
  readonly batch?: true;
}

/** A service that answers requests: a chat model, an embedder, a reranker. */
export interface Client<
  Request extends SizedRequest,
  Reply extends MeteredReply,
  Settings extends object,
> {
  /** The model's name without transport (`gpt-4o-mini`, `rules@1`); part of the key. */
  readonly name: string;
  readonly settings: Settings;
  /** Whether a lost reply costs money: if so, replies are on disk (fsync) before they are used. */
  readonly paid: boolean;
  /** Throws ReplyError for this request alone, PipelineError to stop the run, ParkedError if the reply will come later, in a file. */
  complete(request: Request, signal: AbortSignal): Promise<Reply>;
}

export type Model = Client<ModelRequest, ModelReply, ModelSettings>;
