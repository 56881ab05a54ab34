// What refusals may cost: each request that a server takes pays for a small part of one.

/** A refusal costs one; a request taken earns this much. At first, and at most, there is this much. */
const credit = { earned: 0.012, first: 3, max: 1 };
/** With fewer places than this a round earns as much as with these: otherwise nothing would be tried for minutes. */
const fewPlaces = 5;
/** A limit that was not met by trying more costs this much at most. */
const dearestLimit = 1.5;

export interface RefusalCredit {
  /** Below 0 refusals take places away, and no more of them are tried. */
  readonly left: number;
  spend(): void;
  /** A request was taken, with so many places, by a server that refuses this share by chance: its refusals are paid for, too. */
  earn(places: number, noise: number): void;
  /** As much as there may be. */
  fill(places: number, noise: number): void;
  /** What was spent since there was `before` counts no more than a limit may cost. */
  forgive(before: number): void;
}

export function createRefusalCredit(): RefusalCredit {
  let left = credit.first;
  // Chance may refuse more than its share for a while.
  const most = (places: number, noise: number) =>
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
      left = Math.min(most(places, noise), left + earned);
    },
    fill: (places, noise) => {
      left = most(places, noise);
    },
    forgive: before => {
      left = Math.max(left, Math.min(0, before) - dearestLimit);
    },
  };
}
