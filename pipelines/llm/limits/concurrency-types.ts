// Types for requests that have returned, for the ranges of requests that are judged together, and for the level they determine.

/** A request that has returned, with a reply or an error. */
export interface ReturnedRequest {
  /** Requests are numbered in the order they are sent, from 1. */
  readonly number: number;
  /** Number of the last request sent. */
  readonly lastSent: number;
  /** Requests in flight, including this one. */
  readonly inFlight: number;
  /** Milliseconds; never goes backwards. */
  readonly now: number;
  /** Milliseconds in flight. */
  readonly duration: number;
}

export interface ConcurrencyLevel {
  /** A whole number of requests, from 1 to the maximum allowed. */
  readonly slots: number;
  /** Records that the server accepted a request, even if it then failed. */
  recordAcceptance(returned: ReturnedRequest): void;
  /** Records that the server refused a request. Returns how many of the latest refusals count as evidence of an overload; if not 0, nothing should be sent now. */
  recordRefusal(returned: ReturnedRequest): number;
}

/** Requests that are judged together. */
export interface RequestRange {
  /** Number of the last request before the range. */
  readonly after: number;
  readonly startedAt: number;
  refusedCount: number;
}

export interface Round extends RequestRange {
  /** Whether all slots were in use. */
  isFull: boolean;
}

/** Refusals with few accepted requests between them. */
export interface Series extends RequestRange {
  /** Slots before its first refusal. */
  readonly slotsBefore: number;
  /** Credit before its first refusal. */
  readonly credit: number;
  /** Number of the last request sent before the latest refusal. */
  lastSentBeforeRefusal: number;
}
