// Requests on their way through a limiter: waiting in their model's line, or in flight.

import type { Metered, Sized, Usage } from "../model.ts";
import type { WindowEntry } from "./sliding-window.ts";
import type { ToldLimits, ToldStart } from "./header-limits.ts";
import type { WaitingLine } from "./waiting-line.ts";

/** One request, and how it is sent. */
export interface Limited<Reply extends Metered> {
  /** Servers limit each model separately, and models differ in the tokens they use. */
  readonly model: string;
  readonly request: Sized;
  readonly work: () => Promise<Reply>;
  /** If it aborts while the request waits, the request is rejected at once with the signal's reason and never sent. */
  readonly signal: AbortSignal;
}

/** A waiting request. */
export interface Waiter extends Omit<Limited<never>, "work"> {
  readonly lane: Lane;
  /** Order of arrival. */
  readonly arrival: number;
  readonly start: (flight: Flight) => void;
  readonly reject: (reason: unknown) => void;
  /** Whether it was started or rejected. */
  gone: boolean;
}

/** A model's line, and what the server said about its limits. */
export interface Lane {
  readonly line: WaitingLine<Waiter>;
  readonly told: ToldLimits;
}

/** A started request. */
export interface Flight {
  readonly number: number;
  readonly at: number;
  readonly lane: Lane;
  readonly entry: WindowEntry;
  readonly told: ToldStart;
}

/** Whether a server's token counts are plausible numbers. */
export const isSane = ({ inputTokens, outputTokens }: Usage) =>
  [inputTokens, outputTokens].every(tokens => Number.isFinite(tokens) && tokens >= 0);

/** The request that has waited longest and has not been started or rejected. */
export function firstWaiting({ line }: Lane): Waiter | undefined {
  while (line.first()?.gone) line.shift();
  return line.first();
}
