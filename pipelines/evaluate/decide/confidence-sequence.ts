// An interval for a mean that may be looked at after every item: it is valid at all times at once.

/** Shares of its capital that a bettor stakes on each item; the capital is split equally among them. */
const stakes = [0.9, 0.5, 0.28, 0.15, 0.085, 0.047] as const;

const steps = 40;

/** Log of the mean of numbers given by their logs. */
function logMean(logs: Float64Array): number {
  const top = logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
  return top + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - top), 0) / logs.length);
}

/** Log of the capital that bets on a mean above `bound` have made of 1; values and bound are between −1 and 1. */
function logCapital(values: readonly number[], bound: number): number {
  const logs = new Float64Array(stakes.length);
  for (const value of values)
    for (const [place, stake] of stakes.entries())
      logs[place] = (logs[place] as number) + Math.log1p((stake * (value - bound)) / (1 + bound));
  return logMean(logs);
}

/** The largest bound that the mean is known to exceed. */
function lowerEnd(values: readonly number[], needed: number): number {
  let [known, open] = [-1, 1];
  for (let step = 0; step < steps; step++) {
    const middle = (known + open) / 2;
    if (logCapital(values, middle) >= needed) known = middle;
    else open = middle;
  }
  return known;
}

export interface ConfidenceSequence {
  /** Takes the next item's value, from −1 to 1. */
  add(value: number): void;
  /** 1 once the mean is known to be above the sequence's bound, −1 once below, else 0; once known, it does not change. */
  side(): -1 | 0 | 1;
  /** Interval of the mean, from the items taken so far. */
  interval(): { readonly low: number; readonly high: number };
}

/**
 * Made by betting against each mean that is too low or too high (Waudby-Smith and Ramdas 2024, Estimating means of bounded random variables by
 * betting, JRSS B 86): if a mean is true, a strategy ever multiplies its capital by 2 / alpha with probability alpha / 2 at most
 * (Ville's inequality). The capital is that of a mixture of constant stakes (Orabona and Jun 2024, IEEE Transactions on Information Theory 70), so that
 * the variance need not be known. Values must come in random order. Everything reported at any time is wrong with probability
 * `alpha` at most, for any distribution and any number of items.
 */
export function confidenceSequence(alpha: number, bound = 0): ConfidenceSequence {
  const values: number[] = [];
  const needed = Math.log(2 / alpha);
  const above = new Float64Array(stakes.length);
  const below = new Float64Array(stakes.length);
  let found: -1 | 0 | 1 = 0;
  return {
    add(value) {
      values.push(value);
      for (const [place, stake] of stakes.entries()) {
        above[place] =
          (above[place] as number) + Math.log1p((stake * (value - bound)) / (1 + bound));
        below[place] =
          (below[place] as number) + Math.log1p((stake * (bound - value)) / (1 - bound));
      }
      if (found === 0) found = logMean(above) >= needed ? 1 : logMean(below) >= needed ? -1 : 0;
    },
    side: () => found,
    interval: () => ({
      low: lowerEnd(values, needed),
      high: -lowerEnd(
        values.map(value => -value),
        needed,
      ),
    }),
  };
}
