// Learns from an endpoint's refusals how many requests it can handle at once, and tells random refusals from a limit.
//
// Every refusal takes away a slot, and 64 requests without a refusal end the series: the remaining slots are known to be safe.
// If refusals continue until a tenth of the slots is gone, a trial follows: fewer requests are sent than were in flight at
// a refusal. If the cause is a limit, the refusals stop. If they come as often as before, load is not the cause: all slots
// are given back, and that share of refusals is ignored for some rounds, after which a new trial follows.
// More than the safe level is tried only once accepted requests have offset the refusals so far, so that exploring
// costs about one refusal in a hundred. A limit found by a trial may be one of requests per second with a burst allowance
// (a token bucket). If so, it can be exceeded for a long time before anything is refused: growth is then slow, and the
// limit is what was accepted between two moments at which the bucket was empty.

import { burst, isWithinTolerance } from "./burst-allowance.ts";
import type { ConcurrencyLevel, ReturnedRequest, Round, Series } from "./concurrency-types.ts";
import { createRefusalCredit } from "./refusal-credit.ts";
import { createRefusalStreak } from "./refusal-streak.ts";
import { maxNoise, type Trial, trialLength, verdictOf } from "./refusal-trial.ts";
import { createTraffic } from "./traffic.ts";

/** Slots before anything is known; each accepted request adds one, so that a small server is not hit by a large burst. */
const initialSlots = 16;
/** Number of refusals in a row that confirm an overload: so many are unlikely to be random. */
const confirmingRefusals = 6;
/** Requests without a refusal that end a series. */
const cleanRequests = 64;
/** Minimum requests in a round before it is judged; a round also lasts at least as long as one request takes. */
const roundRequests = 12;
/** A trial starts once a series of refusals has left only this share of the slots; it sends this share of the requests the server handled. */
const trialShares = { slots: 0.9, requests: 0.7 };
/** Rounds after which refusals considered random are tested again. */
const roundsUntilRetest = 16;

/** Creates the level of a server about which nothing is known yet. `max` is the maximum number of slots. */
export const createConcurrencyLevel = (max: number): ConcurrencyLevel => new Level(max);

class Level implements ConcurrencyLevel {
  readonly #max: number;
  readonly #refusalsInARow = createRefusalStreak();
  readonly #traffic = createTraffic();
  #level: number;
  /** Slots that the server is known to handle; Infinity until a number has proved too many. */
  #limit = Infinity;
  readonly #credit = createRefusalCredit();
  /** Share of requests refused at random. */
  #noise = 0;
  #roundsToRetest = 0;
  /** Slots added per round, if all of them are used; Infinity without a burst allowance. */
  #growth = Infinity;
  #round: Round = { after: 0, startedAt: 0, refusedCount: 0, isFull: false };
  #series: Series | undefined;
  #trial: Trial | undefined;
  #lastSentAtCut = 0;

  constructor(max: number) {
    this.#max = max;
    this.#level = Math.min(max, initialSlots);
  }

  get slots(): number {
    // A fraction of a slot is available to that fraction of the requests, spread evenly by means of the golden ratio.
    const fraction = (this.#traffic.moment.lastSent * 0.618) % 1;
    return Math.max(1, Math.floor(this.#level - this.#traffic.blockedSlots + fraction));
  }

  recordAcceptance(returned: ReturnedRequest): void {
    this.#traffic.recordAccepted(returned);
    this.#credit.earn(this.slots, this.#noise);
    // Unused slots prove nothing.
    if (returned.inFlight >= this.slots && !this.#trial && !this.#series) this.#grow();
    this.#judge();
  }

  recordRefusal(returned: ReturnedRequest): number {
    const { number, lastSent } = returned;
    this.#traffic.recordRefused(returned, this.#noise === 0);
    const streak = this.#refusalsInARow(number, lastSent);
    this.#credit.spend();
    if (number > this.#round.after) this.#round.refusedCount++;
    if (this.#series) this.#recordRefusal(this.#series, number);
    const isNew = number > this.#lastSentAtCut;
    const isConfirmed = isNew && streak >= confirmingRefusals;
    if (isConfirmed) this.#keepQuarter();
    else if (isNew && !this.#trial && (this.#credit.balance < 0 || this.#level > this.#limit)) {
      if (this.#mayHaveBurst && this.#level > this.#limit) this.#handleBurstRefusal();
      else this.#removeSlots(streak);
    }
    this.#judge();
    return isConfirmed ? streak - confirmingRefusals + 1 : 0;
  }

  #recordRefusal(series: Series, number: number): void {
    if (number > series.after) series.refusedCount++;
    if (this.#noise === 0) series.lastSentBeforeRefusal = this.#traffic.moment.lastSent;
  }

  #grow(): void {
    if (this.#limit < Infinity && this.#level < this.#limit)
      this.#level = Math.min(this.#limit, this.#level + (this.#mayHaveBurst ? burst.recovery : 1));
    else if (this.#credit.balance >= 0) {
      this.#round.isFull = true;
      this.#level = Math.min(this.#max, this.#level + Math.min(1, this.#growth / this.slots));
    }
  }

  get #mayHaveBurst(): boolean {
    return this.#growth < Infinity;
  }

  /** Handles a refusal beyond the limit where there may be a burst allowance. */
  #handleBurstRefusal(): void {
    this.#lastSentAtCut = this.#traffic.moment.lastSent;
    if (this.#series) {
      this.#setLimit(Math.max(1, burst.limit * this.#traffic.inFlightSinceUsedUp()), true);
      this.#level = this.#limit * burst.restart;
    } else {
      this.#startSeries();
      this.#level = this.#level * burst.afterRefusal;
    }
  }

  #setLimit(limit: number, hasBurst: boolean): void {
    this.#limit = hasBurst ? limit : Math.round(limit);
    this.#level = this.#limit;
    this.#growth = hasBurst ? burst.growth * limit : Infinity;
    this.#traffic.markUsedUp();
    this.#startRound();
  }

  #startSeries(): Series {
    const { lastSent, now } = this.#traffic.moment;
    const credit = this.#credit.balance + 1;
    this.#series ??= {
      slotsBefore: this.#level,
      credit,
      after: lastSent,
      startedAt: now,
      refusedCount: 0,
      lastSentBeforeRefusal: lastSent,
    };
    return this.#series;
  }

  /** Removes one slot; more, down to half of them, if refusals come in a row. */
  #removeSlots(streak: number): void {
    const series = this.#startSeries();
    series.lastSentBeforeRefusal = this.#traffic.moment.lastSent;
    const minLevel = Math.max(series.slotsBefore / 2, this.#level - streak);
    this.#level = Math.max(1, Math.min(this.#level - 1, minLevel));
  }

  /** Handles a confirmed overload: keeps a quarter of the slots; growth soon restores up to half of them. */
  #keepQuarter(): void {
    const isProbing = this.#level > this.#limit;
    if (!isProbing) {
      this.#limit = Math.max(1, Math.round(this.#level / 2));
      this.#credit.forgive((this.#trial ?? this.#series)?.credit ?? this.#credit.balance);
    }
    this.#lastSentAtCut = this.#traffic.moment.lastSent;
    this.#level = Math.max(1, Math.round(this.#level / 4));
    this.#growth = Infinity;
    this.#traffic.markUsedUp();
    this.#noise = 0;
    this.#startRound();
  }

  #startRound(trial?: Trial): void {
    const { lastSent, now } = this.#traffic.moment;
    this.#round = { after: lastSent, startedAt: now, refusedCount: 0, isFull: false };
    this.#series = undefined;
    this.#trial = trial;
  }

  #judge(): void {
    if (this.#trial) this.#judgeTrial(this.#trial);
    else if (this.#series) this.#judgeSeries(this.#series);
    else if (this.#traffic.countSince(this.#round, roundRequests).isOver) this.#endRound();
  }

  #judgeSeries(series: Series): void {
    const isJudgeable =
      series.refusedCount >= 2 && this.#traffic.countSince(series, roundRequests).isOver;
    if (isJudgeable && this.#level <= series.slotsBefore * trialShares.slots)
      this.#startTrial(series);
    else if (this.#traffic.moment.lastSent - series.lastSentBeforeRefusal >= cleanRequests)
      this.#endSeries(series);
  }

  /** Ends a series: its refusals show a limit, unless the server is known to refuse at random. */
  #endSeries(series: Series): void {
    if (this.#noise === 0) return this.#adoptLimit(series, this.#level, false);
    this.#level = series.slotsBefore;
    this.#startRound();
  }

  #endRound(): void {
    const share = this.#round.refusedCount / this.#traffic.countSince(this.#round, 0).sentCount;
    if (this.#noise > 0) this.#noise += (Math.min(maxNoise, share) - this.#noise) / 8;
    if (this.#round.isFull) this.#growth *= burst.acceleration;
    if (this.#noise > 0 && --this.#roundsToRetest <= 0 && this.#round.refusedCount >= 2)
      this.#startTrial({ ...this.#round, slotsBefore: this.#level, credit: this.#credit.balance });
    else this.#startRound();
  }

  #startTrial(before: Omit<Series, "lastSentBeforeRefusal">): void {
    const { slotsBefore, credit, refusedCount } = before;
    const { sentCount } = this.#traffic.countSince(before, 0);
    const handledAtOnce = Math.max(1, Math.min(slotsBefore, this.#traffic.inFlightAtRefusal));
    this.#level = Math.min(this.#level, Math.max(1, handledAtOnce * trialShares.requests));
    const share = refusedCount / sentCount;
    this.#startRound({ slotsBefore, credit, share, handledAtOnce });
  }

  #judgeTrial(trial: Trial): void {
    const { refusedCount } = this.#round;
    if (this.#traffic.moment.now - this.#round.startedAt < this.#traffic.duration) return;
    const { sentCount, isOver } = this.#traffic.countSince(this.#round, trialLength(trial));
    const verdict = verdictOf(trial, refusedCount, sentCount, isOver);
    if (verdict === "noise")
      this.#adoptNoise(trial.slotsBefore, (trial.share + refusedCount / sentCount) / 2);
    else if (verdict === "limit") this.#adoptLimit(trial, trial.handledAtOnce, true);
    else if (verdict === "more")
      this.#startTrial({ ...this.#round, slotsBefore: this.#level, credit: trial.credit });
  }

  #adoptNoise(slotsBefore: number, share: number): void {
    this.#noise = share;
    this.#roundsToRetest = roundsUntilRetest;
    this.#credit.fill(this.slots, share);
    this.#level = Math.max(this.#level, slotsBefore);
    this.#limit = Infinity;
    this.#growth = Infinity;
    this.#startRound();
  }

  #adoptLimit(
    { slotsBefore, credit }: Pick<Series, "slotsBefore" | "credit">,
    handledAtOnce: number,
    isFromTrial: boolean,
  ): void {
    const isProbing = slotsBefore > this.#limit;
    if (!isProbing) this.#credit.forgive(credit);
    const hasBurst = isFromTrial
      ? this.#mayHaveBurst || !isProbing || slotsBefore > 1.25 * handledAtOnce + 1
      : this.#mayHaveBurst && !(isProbing && isWithinTolerance(slotsBefore, this.#limit));
    this.#noise = 0;
    this.#setLimit(isProbing ? Math.max(this.#limit, handledAtOnce) : handledAtOnce, hasBurst);
  }
}
