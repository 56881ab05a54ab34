// A credit for refusals: each accepted request earns a small part of the price of one.

/** A refusal costs 1; an accepted request earns `perRequest`. The credit starts at `initial`, above `max`, so that the limit of a new endpoint may be looked for at once. What is earned raises it to `max` at most; anything above that is lost with the first accepted request. */
const credit = { perRequest: 0.012, initial: 3, max: 1 };
/** A round with fewer slots earns as if it had this many; otherwise more slots would not be tried for minutes. */
const minSlots = 5;
/** Maximum cost of finding a limit other than by trying more slots. */
const maxLimitCost = 1.5;
/** What is earned for random refusals, as a multiple of their share. */
const noiseFactor = 1.25;
/** Number of requests over which random refusals may exceed their share; the number of slots if that is larger. */
const noiseWindow = 32;

export interface RefusalCredit {
  /** Below 0, refusals remove slots, and no more slots are tried. */
  readonly balance: number;
  /** Pays for a refusal. */
  spend(): void;
  /** Earns the credit for a request accepted with this many slots; `noise`, the share of random refusals, is paid for too. */
  earn(slots: number, noise: number): void;
  /** Fills the credit to its maximum. */
  fill(slots: number, noise: number): void;
  /** Refunds what was spent beyond the maximum cost of finding a limit since the balance was `earlier`. */
  forgive(earlier: number): void;
}

export function createRefusalCredit(): RefusalCredit {
  let balance = credit.initial;
  // Random refusals may exceed their share for a while.
  const maxCreditOf = (slots: number, noise: number) =>
    credit.max + 2 * Math.sqrt(noise * Math.max(noiseWindow, slots));
  return {
    get balance() {
      return balance;
    },
    spend: () => {
      balance--;
    },
    earn: (slots, noise) => {
      const earned = credit.perRequest * Math.max(1, minSlots / slots) + noise * noiseFactor;
      balance = Math.min(maxCreditOf(slots, noise), balance + earned);
    },
    fill: (slots, noise) => {
      balance = maxCreditOf(slots, noise);
    },
    forgive: earlier => {
      balance = Math.max(balance, Math.min(0, earlier) - maxLimitCost);
    },
  };
}
