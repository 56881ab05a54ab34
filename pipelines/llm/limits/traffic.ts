// Measures a server by the requests that came back: how long one takes, how many were in flight at a refusal, its burst allowance.

import type { Landing, Span } from "./landings.ts";

export interface Traffic {
  /** When the last request came back: the time, and the number of the last one sent. */
  readonly moment: Pick<Landing, "last" | "now">;
  /** Mean duration of an accepted request, in milliseconds. */
  readonly duration: number;
  /** Requests in flight at the last refusal. */
  readonly carried: number;
  /** Places that refusals block for the mean duration of a request, so that no retry follows at once. */
  readonly held: number;
  taken(landing: Landing): void;
  refused(landing: Landing, holds: boolean): void;
  /** The burst allowance was used up at the last refusal. */
  usedUp(): void;
  /**
   * Requests at once (accepted per second, times the duration of one) since the allowance was last used up: exact if it is
   * used up now.
   */
  carriedSince(): number;
  /** The requests sent after `from` and since `at`, and whether they are enough to judge. */
  since(span: Span, enough: number): { readonly sent: number; readonly over: boolean };
}

/** Number of requests a mean covers. */
const meanRequests = 64;

export function createTraffic(): Traffic {
  let [duration, taken, carried, held] = [0, 0, 0, 0];
  let moment = { last: 0, now: 0 };
  let cycle: Span = { from: 0, at: 0, refused: 0 };
  let next = cycle;
  const pass = ({ last, now }: Landing) => {
    if (duration > 0) held *= Math.exp((moment.now - now) / duration);
    moment = { last, now };
  };
  return {
    get moment() {
      return moment;
    },
    get duration() {
      return duration;
    },
    get carried() {
      return carried;
    },
    get held() {
      return held;
    },
    taken: landing => {
      pass(landing);
      taken = Math.min(meanRequests, taken + 1);
      duration += (landing.took - duration) / taken;
    },
    refused: (landing, holds) => {
      pass(landing);
      if (holds) held++;
      carried = landing.inFlight - 1;
      if (landing.number > cycle.from) cycle.refused++;
      next = { from: moment.last, at: moment.now, refused: 0 };
    },
    usedUp: () => {
      cycle = next;
    },
    carriedSince: () => {
      const { from, at, refused } = cycle;
      return ((moment.last - from - refused) * duration) / Math.max(1, moment.now - at);
    },
    since: ({ from, at }, enough) => {
      const sent = moment.last - from;
      return { sent, over: sent >= enough && moment.now - at >= duration };
    },
  };
}
