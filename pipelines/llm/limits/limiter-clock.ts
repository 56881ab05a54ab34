// The time a limiter goes by: the system's, or a test's own.

export interface LimiterClock {
  /** Milliseconds since 1970, for dates in headers; never goes back. */
  now(): number;
  /** Calls `wake` once, after so many milliseconds; what it returns calls that off. */
  after(milliseconds: number, wake: () => void): () => void;
}

export const systemClock: LimiterClock = {
  now: () => performance.timeOrigin + performance.now(),
  after: (milliseconds, wake) => {
    const timer = setTimeout(wake, Math.ceil(milliseconds));
    return () => clearTimeout(timer);
  },
};
