// Measures a server by the requests that return: how long one takes, how many were in flight at a refusal, its burst allowance.

import type { ReturnedRequest, Span } from "./returned-requests.ts";

export interface Traffic {
  /** State when the last request returned: the time, and the number of the last request sent. */
  readonly moment: Pick<ReturnedRequest, "last" | "now">;
  /** Mean duration of an accepted request, in milliseconds. */
  readonly duration: number;
  /** Requests in flight at the last refusal. */
  readonly carried: number;
  /** Places that refusals block for the mean duration of a request, so that no retry follows at once. */
  readonly held: number;
  taken(returned: ReturnedRequest): void;
  refused(returned: ReturnedRequest, holds: boolean): void;
  /** Records that the burst allowance was used up at the last refusal. */
  markUsedUp(): void;
  /**
   * Requests at once (accepted per second, times the duration of one) since the allowance was last used up: exact if it is
   * used up now.
   */
  carriedSince(): number;
  /** Counts the requests sent in a span so far; `over` if there are `enough` and it lasted as long as one request. */
  since(span: Span, enough: number): { readonly sent: number; readonly over: boolean };
}

/** Number of requests that the mean covers. */
const meanRequests = 64;

export function createTraffic(): Traffic {
  let [duration, taken, carried, held] = [0, 0, 0, 0];
  let moment = { last: 0, now: 0 };
  let allowanceCycle: Span = { from: 0, at: 0, refused: 0 };
  let nextCycle = allowanceCycle;
  const advance = ({ last, now }: ReturnedRequest) => {
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
    taken: returned => {
      advance(returned);
      taken = Math.min(meanRequests, taken + 1);
      duration += (returned.took - duration) / taken;
    },
    refused: (returned, holds) => {
      advance(returned);
      if (holds) held++;
      carried = returned.inFlight - 1;
      if (returned.number > allowanceCycle.from) allowanceCycle.refused++;
      nextCycle = { from: moment.last, at: moment.now, refused: 0 };
    },
    markUsedUp: () => {
      allowanceCycle = nextCycle;
    },
    carriedSince: () => {
      const { from, at, refused } = allowanceCycle;
      return ((moment.last - from - refused) * duration) / Math.max(1, moment.now - at);
    },
    since: ({ from, at }, enough) => {
      const sent = moment.last - from;
      return { sent, over: sent >= enough && moment.now - at >= duration };
    },
  };
}
