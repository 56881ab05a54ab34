// Parameters for adapting concurrency to servers that limit requests per second but let a burst through.

/**
 * Where a burst allowance is possible, growth starts at `growth` of the slots per round, multiplied by `acceleration`
 * each round. After a refusal beyond the limit, `afterRefusal` of the slots remain; a second refusal means that the
 * allowance is used up: the limit is then `limit` of what was handled, requests restart at `restart` of it, and each
 * accepted one adds `recovery` slots. Without a second one, it is a limit on concurrent requests, and is not probed again
 * if it was exceeded by at most `tolerance` of it.
 */
export const burst = {
  growth: 0.02,
  acceleration: 1.2,
  tolerance: 0.05,
  afterRefusal: 0.97,
  limit: 0.99,
  restart: 0.5,
  recovery: 0.25,
};

/** Whether the slots exceed a limit by no more than the tolerance (at least half a slot), if at all. */
export const isWithinTolerance = (slots: number, limit: number): boolean =>
  slots <= limit + Math.max(0.5, burst.tolerance * limit);
