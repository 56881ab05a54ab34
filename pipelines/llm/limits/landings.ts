// What is told of requests that came back, and what becomes of it: spans of requests that are judged together.

/** A request that came back. */
export interface Landing {
  /** Requests are numbered as they are sent, from 1 on. */
  readonly number: number;
  /** The number of the one sent last. */
  readonly last: number;
  /** Requests in flight, itself among them. */
  readonly inFlight: number;
  /** Milliseconds; never goes back. */
  readonly now: number;
  /** Milliseconds in flight. */
  readonly took: number;
}

export interface ConcurrencyLevel {
  /** Whole requests, 1 … the maximum allowed. */
  readonly places: number;
  /** The server took it, whatever came of it. */
  taken(landing: Landing): void;
  /** The server would not take it. Returns 0, or how often all that was sent lately was refused: nobody should ask now. */
  refused(landing: Landing): number;
}

/** Requests that are judged together. */
export interface Span {
  /** Requests with higher numbers belong to it. */
  readonly from: number;
  readonly at: number;
  refused: number;
}

export interface Round extends Span {
  /** Whether all places were in use. */
  full: boolean;
}

/** Refusals that follow one another. */
export interface Series extends Span {
  /** Places before its first refusal. */
  readonly top: number;
  /** Credit before it. */
  readonly credit: number;
  /** The number of the request sent last when a refusal came last. */
  latest: number;
}
