// A confidence sequence: an interval for a mean that stays valid even if it is inspected after every item.

/** Shares of their capital that the bettors stake on each item; all start with the same capital. */
const stakes = [0.9, 0.5, 0.28, 0.15, 0.085, 0.047] as const;

const bisectionSteps = 40;

/** The logarithm of the mean of numbers given by their logarithms. */
function logMean(logs: Float64Array): number {
  const maxLog = logs.reduce((max, log) => Math.max(max, log), Number.NEGATIVE_INFINITY);
  return (
    maxLog + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - maxLog), 0) / logs.length)
  );
}

/** The logarithm of what a capital of 1 has become by betting on a mean above `bound`; the values and the bound are between −1 and 1. */
function logCapital(values: readonly number[], bound: number): number {
  const logs = new Float64Array(stakes.length);
  for (const value of values)
    for (const [index, stake] of stakes.entries())
      logs[index] = (logs[index] as number) + Math.log1p((stake * (value - bound)) / (1 + bound));
  return logMean(logs);
}

/** The largest bound that the mean is known to exceed, by bisection. */
function lowerEnd(values: readonly number[], logThreshold: number): number {
  let [exceeded, unproved] = [-1, 1];
  for (let step = 0; step < bisectionSteps; step++) {
    const middle = (exceeded + unproved) / 2;
    if (logCapital(values, middle) >= logThreshold) exceeded = middle;
    else unproved = middle;
  }
  return exceeded;
}

export interface ConfidenceSequence {
  /** Adds the next item's value, from −1 to 1. */
  add(value: number): void;
  /** 1 once the mean is known to be above the sequence's bound, −1 once below, otherwise 0; once known, it does not change. */
  side(): -1 | 0 | 1;
  /** Interval of the mean, from the items added so far. */
  interval(): { readonly low: number; readonly high: number };
}

/**
 * Computed by betting against each mean that is too low or too high (Waudby-Smith and Ramdas 2024, Estimating means
 * of bounded random variables by betting, JRSS B 86): if a mean is true, the probability that a strategy ever multiplies
 * its capital by 2 / alpha is at most alpha / 2 (Ville's inequality). The capital is that of a mixture of constant
 * stakes (Orabona and Jun 2024, IEEE Transactions on Information Theory 70), so that the variance need not be known.
 * Values must come in random order. The probability that anything reported at any time is wrong is at most `alpha`, for
 * any distribution and any number of items.
 */
export function confidenceSequence(alpha: number, bound = 0): ConfidenceSequence {
  const values: number[] = [];
  const logThreshold = Math.log(2 / alpha);
  const logsAbove = new Float64Array(stakes.length);
  const logsBelow = new Float64Array(stakes.length);
  let decidedSide: -1 | 0 | 1 = 0;
  return {
    add(value) {
      values.push(value);
      for (const [index, stake] of stakes.entries()) {
        logsAbove[index] =
          (logsAbove[index] as number) + Math.log1p((stake * (value - bound)) / (1 + bound));
        logsBelow[index] =
          (logsBelow[index] as number) + Math.log1p((stake * (bound - value)) / (1 - bound));
      }
      if (decidedSide === 0)
        decidedSide =
          logMean(logsAbove) >= logThreshold ? 1 : logMean(logsBelow) >= logThreshold ? -1 : 0;
    },
    side: () => decidedSide,
    interval: () => ({
      low: lowerEnd(values, logThreshold),
      high: -lowerEnd(
        values.map(value => -value),
        logThreshold,
      ),
    }),
  };
}
