// A credit for refusals: each request that a server accepts pays for a small part of one.

/** A refusal costs 1; an accepted request earns `earned`. The credit starts at `first` and is limited to `max`. */
const credit = { earned: 0.012, first: 3, max: 1 };
/** With fewer places than this, a round earns as much as with this many, or nothing would be tried for minutes. */
const fewPlaces = 5;
/** The most that a limit costs if it was not found by trying more. */
const dearestLimit = 1.5;

export interface RefusalCredit {
  /** Below 0, refusals take places away, and no more places are tried. */
  readonly left: number;
  spend(): void;
  /** A request was accepted, with this many places; `noise` is the server's share of random refusals, which is paid for too. */
  earn(places: number, noise: number): void;
  /** Fills the credit to its maximum. */
  fill(places: number, noise: number): void;
  /** Limits what was spent since the credit was `before` to the most that a limit may cost. */
  forgive(before: number): void;
}

export function createRefusalCredit(): RefusalCredit {
  let left = credit.first;
  // Random refusals may exceed their share for a while.
  const capOf = (places: number, noise: number) =>
    credit.max + 2 * Math.sqrt(noise * Math.max(32, places));
  return {
    get left() {
      return left;
    },
    spend: () => {
      left--;
    },
    earn: (places, noise) => {
      const earned = credit.earned * Math.max(1, fewPlaces / places) + noise * 1.25;
      left = Math.min(capOf(places, noise), left + earned);
    },
    fill: (places, noise) => {
      left = capOf(places, noise);
    },
    forgive: before => {
      left = Math.max(left, Math.min(0, before) - dearestLimit);
    },
  };
}
