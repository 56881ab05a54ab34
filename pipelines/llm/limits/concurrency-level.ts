// How many requests an endpoint bears at once, found out from what it refuses.

export interface ConcurrencyLevel {
  /** Whole requests, 1 … the most that is allowed. */
  readonly places: number;
  /** A request came back, with so many in flight, itself among them. */
  succeeded(inFlight: number): void;
  /**
   * The server had no room for the request of this number, with so many in flight; `last` is the number of the one
   * started last. Returns how many waves were refused of late when this begins one, else 0.
   */
  refused(number: number, last: number, inFlight: number): number;
}

/**
 * A number of places that was refused is tried again after so many rounds of successes: at first, and at most, for a
 * number that was tried again in vain takes twice as many the next time.
 */
const rounds = { first: 5, most: 40 };
/** Where nothing is known to be refused, a round of successes adds this share of the places, at least one. */
const growth = 1 / 8;
/** So much of a wave of refusals is forgotten with each success. */
const forgotten = 1 / 4;

/**
 * Additive increase, multiplicative decrease, in one point finer: each refusal takes away one place, and all refusals
 * of one wave (the requests in flight at its first one) at most half. So a server with room for K that is asked K + 1
 * goes on at K, while one that refuses everything is soon asked little.
 */
export function createConcurrencyLevel(most: number): ConcurrencyLevel {
  let level = most;
  let wave = { last: 0, least: 1 };
  let refusedAt = Infinity;
  let roundsBeforeProbe = rounds.first;
  let waves = 0;
  const places = () => Math.floor(level);
  const beginWave = (last: number, inFlight: number) => {
    if (places() === refusedAt) roundsBeforeProbe = Math.min(rounds.most, roundsBeforeProbe * 2);
    level = Math.min(places(), Math.max(1, inFlight));
    wave = { last, least: Math.max(1, Math.floor(level / 2)) };
    waves++;
  };
  return {
    get places() {
      return places();
    },
    succeeded: inFlight => {
      waves = Math.max(0, waves - forgotten);
      // Places that nobody used prove nothing.
      if (inFlight < places()) return;
      const step =
        places() + 1 === refusedAt
          ? 1 / (places() * roundsBeforeProbe)
          : Math.max(1 / places(), growth);
      level = Math.min(most, level + step);
      if (places() <= refusedAt) return;
      refusedAt = Infinity;
      roundsBeforeProbe = rounds.first;
    },
    refused: (number, last, inFlight) => {
      const begins = number > wave.last;
      if (begins) beginWave(last, inFlight);
      level = Math.max(wave.least, places() - 1);
      refusedAt = places() + 1;
      return begins ? waves : 0;
    },
  };
}
