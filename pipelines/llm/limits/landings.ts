// Types for requests that came back, and for the spans of requests that are judged together.

/** A request that came back. */
export interface Landing {
  /** Requests are numbered in the order they are sent, from 1. */
  readonly number: number;
  /** The number of the one sent last. */
  readonly last: number;
  /** Requests in flight, including this one. */
  readonly inFlight: number;
  /** Milliseconds; never goes backwards. */
  readonly now: number;
  /** Milliseconds in flight. */
  readonly took: number;
}

export interface ConcurrencyLevel {
  /** Whole requests, 1 … the maximum allowed. */
  readonly places: number;
  /** The server accepted it, whatever came of it. */
  taken(landing: Landing): void;
  /** The server refused it. Returns 0, or how many times everything sent lately was refused: nothing should be sent now. */
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

/** Consecutive refusals. */
export interface Series extends Span {
  /** Places before its first refusal. */
  readonly top: number;
  /** Credit before it. */
  readonly credit: number;
  /** The number of the last request sent at the time of the last refusal. */
  latest: number;
}
