// What requests that came back tell of a server: how long one takes, how many it had when it refused one, how many it lends.

import type { Landing, Span } from "./landings.ts";

export interface Traffic {
  /** The number of the request sent last, and the time, when the last one came back. */
  readonly moment: Pick<Landing, "last" | "now">;
  /** Mean milliseconds of a request taken. */
  readonly duration: number;
  /** Requests in flight when one was refused last. */
  readonly carried: number;
  /** Places that refusals hold for as long as a request takes in the mean, so that nobody asks again at once. */
  readonly held: number;
  taken(landing: Landing): void;
  refused(landing: Landing, holds: boolean): void;
  /** At the last refusal nothing was left of what the server lends. */
  usedUp(): void;
  /**
   * Requests at once (those taken a second, times how long one takes) since nothing was left the last time: exact where
   * nothing is left now.
   */
  carriedSince(): number;
  /** What was sent after `from` and since `at`, and whether it is enough to be judged. */
  since(span: Span, enough: number): { readonly sent: number; readonly over: boolean };
}

/** A mean goes over so many requests. */
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
