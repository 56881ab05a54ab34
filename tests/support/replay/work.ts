// What each path of the replay server makes of a request: the reply with its price, or an error.

import type { Usage } from "../../../pipelines/llm/model.ts";
import type { BadReplyKind } from "./faults.ts";
import type { Tariff } from "./statistics.ts";

interface Priced {
  readonly body: object;
  readonly usage: Usage;
}

export interface Work {
  readonly tariff: Tariff;
  /** What faults are counted by: the same for further samples and repairs. */
  readonly question: string;
  /** Names the whole request. */
  readonly request: string;
  /** Of the good reply. */
  readonly usage: Usage;
  readonly reply: (kind: BadReplyKind | null) => Priced;
}

export interface Failure {
  readonly status: number;
  readonly body: object;
}

/** An error as OpenAI words them. */
export const failure = (status: number, code: string, message: string): Failure => ({
  status,
  body: {
    error: {
      message,
      type: status === 429 ? "requests" : status >= 500 ? "server_error" : "invalid_request_error",
      param: null,
      code,
    },
  },
});

/** By path: what a request's body is answered with. */
export type Works = Readonly<Record<string, (body: unknown) => Work | Failure>>;

export const isFailure = (made: Work | Failure): made is Failure => "status" in made;
