// The one interface every service has, whatever stands behind it: an endpoint, a batch file, or code; wrappers pass it on.

import type { PromptContract } from "../../schemas/define.ts";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Sampling settings; part of a reply's journal key. */
export interface ModelSettings {
  readonly temperature: number | null;
  readonly seed: number | null;
  /** Absent, and in no key, where the settings name none. */
  readonly topP?: number | undefined;
}

/** The sampling settings among others, as they stand in a key. */
export const samplingOf = ({ temperature, seed, topP }: ModelSettings): ModelSettings => ({
  temperature,
  seed,
  ...(topP === undefined ? {} : { topP }),
});

/** What limits and budgets need to know of a request before it is made. */
export interface Sized {
  /** Names the request in the journal. */
  readonly key: string;
  /** The stage that asks: for the journal and logs, no part of the key. */
  readonly stage: string;
  /** Tokens, never too few: the bytes of all that is sent, since no tokenizer makes more tokens than bytes. */
  readonly maxInputTokens: number;
  /** Tokens, never too few: what the service is told not to exceed. */
  readonly maxReplyTokens: number;
}

export interface ModelRequest extends Sized {
  /** Id of the row that asks: for people, no part of the key. */
  readonly row: string;
  /** 1 for the first request about a question, one more for each that follows because no reply before could be used. */
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
  /** 0 for the first draw. */
  readonly sample: number;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input tokens, those a provider read from its cache; absent where it told of none. */
  readonly cachedTokens?: number | undefined;
}

/** What a server said of its limits; null where it said nothing. */
export interface RateState {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  readonly remainingRequests: number | null;
  readonly remainingTokens: number | null;
  /** Milliseconds until the remaining requests are full again. */
  readonly requestsReset: number | null;
  /** Milliseconds until the remaining tokens are full again. */
  readonly tokensReset: number | null;
}

export interface Metered {
  readonly usage: Usage;
  /** Not journaled: it is about the moment. */
  readonly rates?: RateState | undefined;
  /** Milliseconds from the sending of the request until now, where it was sent some time after it was let go. */
  readonly took?: number | undefined;
}

export interface ModelReply extends Metered {
  /** The reply as it came, JSON or not. */
  readonly text: string;
  readonly finish: "stop" | "length" | "refusal" | "filter";
  /** Whether it came through a batch, at a batch's price. */
  readonly batch?: true;
}

/** A service behind requests and replies: a chat model, an embedder, a reranker. */
export interface Client<Request extends Sized, Reply extends Metered, Settings extends object> {
  /** What is part of a key: the model's name without transport (`gpt-4o-mini`, `rules@1`). */
  readonly name: string;
  readonly settings: Settings;
  /** Whether a lost reply costs money: if so it is on disk (fsync) before it is used. */
  readonly paid: boolean;
  /** Throws ReplyError for this request alone, PipelineError to stop the run, Parked when the reply comes later by file. */
  complete(request: Request, signal: AbortSignal): Promise<Reply>;
}

export type Model = Client<ModelRequest, ModelReply, ModelSettings>;
