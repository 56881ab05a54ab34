// Measures a server by the requests that return: how long they take, how many were in flight at a refusal, its burst allowance.

import type { ReturnedRequest, RequestRange } from "./concurrency-types.ts";

export interface Traffic {
  /** State when the last request returned: the time, and the number of the last request sent. */
  readonly moment: Pick<ReturnedRequest, "lastSent" | "now">;
  /** Mean duration of an accepted request, in milliseconds. */
  readonly duration: number;
  /** Requests in flight at the last refusal. */
  readonly inFlightAtRefusal: number;
  /** Slots that refusals block for the mean duration of a request, so that no retry follows at once. */
  readonly blockedSlots: number;
  recordAccepted(returned: ReturnedRequest): void;
  recordRefused(returned: ReturnedRequest, blocksSlot: boolean): void;
  /** Records that the burst allowance was used up at the last refusal. */
  markUsedUp(): void;
  /**
   * Requests in flight at once (accepted per second, times the duration of one) since the allowance was last used up:
   * exact if it is used up now.
   */
  inFlightSinceUsedUp(): number;
  /** Counts the requests sent in a span so far; `isOver` if there are at least `minCount` and the span lasted as long as one request. */
  countSince(
    range: RequestRange,
    minCount: number,
  ): { readonly sentCount: number; readonly isOver: boolean };
}

/** Number of recent requests that the mean duration reflects. */
const averagedRequests = 64;

export function createTraffic(): Traffic {
  let [duration, acceptedCount, inFlightAtRefusal, blockedSlots] = [0, 0, 0, 0];
  let moment = { lastSent: 0, now: 0 };
  let allowanceCycle: RequestRange = { after: 0, startedAt: 0, refusedCount: 0 };
  let nextCycle = allowanceCycle;
  const advance = ({ lastSent, now }: ReturnedRequest) => {
    if (duration > 0) blockedSlots *= Math.exp((moment.now - now) / duration);
    moment = { lastSent, now };
  };
  return {
    get moment() {
      return moment;
    },
    get duration() {
      return duration;
    },
    get inFlightAtRefusal() {
      return inFlightAtRefusal;
    },
    get blockedSlots() {
      return blockedSlots;
    },
    recordAccepted: returned => {
      advance(returned);
      acceptedCount = Math.min(averagedRequests, acceptedCount + 1);
      duration += (returned.duration - duration) / acceptedCount;
    },
    recordRefused: (returned, blocksSlot) => {
      advance(returned);
      if (blocksSlot) blockedSlots++;
      inFlightAtRefusal = returned.inFlight - 1;
      if (returned.number > allowanceCycle.after) allowanceCycle.refusedCount++;
      nextCycle = { after: moment.lastSent, startedAt: moment.now, refusedCount: 0 };
    },
    markUsedUp: () => {
      allowanceCycle = nextCycle;
    },
    inFlightSinceUsedUp: () => {
      const { after, startedAt, refusedCount } = allowanceCycle;
      return (
        ((moment.lastSent - after - refusedCount) * duration) / Math.max(1, moment.now - startedAt)
      );
    },
    countSince: ({ after, startedAt }, minCount) => {
      const sentCount = moment.lastSent - after;
      return { sentCount, isOver: sentCount >= minCount && moment.now - startedAt >= duration };
    },
  };
}
