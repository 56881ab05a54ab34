// A credit for refusals: each request that a server accepts pays for a small part of one.

/** A refusal costs 1; an accepted request earns `perRequest`. The credit starts at `initial` and is limited to `max`. */
const credit = { perRequest: 0.012, initial: 3, max: 1 };
/** With fewer places than this, a round earns as much as with this many; otherwise no more would be tried for minutes. */
const minPlaces = 5;
/** Maximum cost of a limit that was not found by trying more places. */
const maxLimitCost = 1.5;

export interface RefusalCredit {
  /** Below 0, refusals remove places, and no more places are tried. */
  readonly left: number;
  /** Pays for a refusal. */
  spend(): void;
  /** Earns the part for a request accepted with this many places; `noise`, the share of random refusals, is paid for too. */
  earn(places: number, noise: number): void;
  /** Fills the credit to its maximum. */
  fill(places: number, noise: number): void;
  /** Limits what was spent since the credit was `earlier` to the maximum cost of a limit. */
  forgive(earlier: number): void;
}

export function createRefusalCredit(): RefusalCredit {
  let left = credit.initial;
  // Random refusals may exceed their share for a while.
  const maxCreditOf = (places: number, noise: number) =>
    credit.max + 2 * Math.sqrt(noise * Math.max(32, places));
  return {
    get left() {
      return left;
    },
    spend: () => {
      left--;
    },
    earn: (places, noise) => {
      const earned = credit.perRequest * Math.max(1, minPlaces / places) + noise * 1.25;
      left = Math.min(maxCreditOf(places, noise), left + earned);
    },
    fill: (places, noise) => {
      left = maxCreditOf(places, noise);
    },
    forgive: earlier => {
      left = Math.max(left, Math.min(0, earlier) - maxLimitCost);
    },
  };
}
