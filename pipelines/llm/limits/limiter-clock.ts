// The clock a limiter uses: the system's, or a test's own.

export interface LimiterClock {
  /** Milliseconds since 1970, for dates in headers; never goes backwards. */
  now(): number;
  /** Calls `wake` once, after this many milliseconds; the returned function cancels the call. */
  after(milliseconds: number, wake: () => void): () => void;
}

export const systemClock: LimiterClock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (milliseconds, wake) => {
    const timer = setTimeout(wake, Math.ceil(milliseconds));
    return () => clearTimeout(timer);
  },
};
