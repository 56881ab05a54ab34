// How many requests an endpoint can take at once, learned from its refusals; random refusals are told apart from a limit.
//
// Every refusal takes away a place, and 64 requests without one end the series: the remaining places are known to be safe.
// If refusals continue while a tenth of the places is taken away, they are tested: fewer requests are sent than were in
// flight at a refusal. If the cause is a limit, the refusals stop. If they come as often as before, load is not the cause:
// all places are given back, and that share of refusals is ignored for some rounds, after which it is tested again.
// More than the safe level is tried only once accepted requests have paid for the refusals so far, so that exploring
// costs about one refusal in a hundred. A limit found by a trial may be one of requests per second with a burst allowance
// (a token bucket), which shows in that it can be exceeded for long before anything is refused: growth is slow there, and
// the limit is what was accepted between two times that the bucket was empty.

import type { ConcurrencyLevel, Landing, Round, Series } from "./landings.ts";
import { createRefusalCredit } from "./refusal-credit.ts";
import { createRefusalRun } from "./refusal-run.ts";
import { greatestNoise, type Trial, trialLength, verdictOf } from "./refusal-trial.ts";
import { createTraffic } from "./traffic.ts";

/** Places before anything is known; each accepted request adds one, so that a small server meets no large burst. */
const firstPlaces = 16;
/** This many refusals in a row agree: they are hardly random. */
const agreeing = 6;
/** Requests without a refusal that end a series. */
const cleanRequests = 64;
/** Requests before anything is judged; the round also lasts at least as long as one request takes. */
const roundRequests = 12;
/** After a series of refusals the level is tested again once this share of its slots is left, at this share of what the server had handled. */
const tried = { from: 0.9, share: 0.7 };
/** Rounds after which refusals taken for random are tested again. */
const doubtedAfter = 16;
/**
 * With a possible burst allowance, growth starts at this share of the places per round and becomes `faster` each round. A
 * refusal beyond the limit leaves `less` of the places; after one more, the allowance is used up: the limit is `kept` of
 * what was carried, requests start again at `left` of it, and each accepted request gives `back` that part of a place.
 * Without one more, the limit is one of places, and is no longer tested if it was exceeded by `near` of it at most.
 */
const lending = {
  growth: 0.02,
  faster: 1.2,
  near: 0.05,
  less: 0.97,
  kept: 0.99,
  left: 0.5,
  back: 0.25,
};
/** The level of a server of which nothing is known yet. `max` is the maximum number of places. */
export const createConcurrencyLevel = (max: number): ConcurrencyLevel => new Level(max);

class Level implements ConcurrencyLevel {
  readonly #max: number;
  readonly #run = createRefusalRun();
  readonly #traffic = createTraffic();
  #level: number;
  /** Places that the server is known to carry, while more are not. */
  #limit = Infinity;
  readonly #credit = createRefusalCredit();
  /** Share of requests refused at random. */
  #noise = 0;
  #doubtIn = 0;
  /** Places added per round, if all of them are used; Infinity without a burst allowance. */
  #growth = Infinity;
  #round: Round = { from: 0, at: 0, refused: 0, full: false };
  #series: Series | undefined;
  #trial: Trial | undefined;
  #agreedAt = 0;

  constructor(max: number) {
    this.#max = max;
    this.#level = Math.min(max, firstPlaces);
  }

  get places(): number {
    // A fraction of a place is available to that fraction of the requests, spread evenly by the golden ratio.
    const part = (this.#traffic.moment.last * 0.618) % 1;
    return Math.max(1, Math.floor(this.#level - this.#traffic.held + part));
  }

  taken(landing: Landing): void {
    this.#traffic.taken(landing);
    this.#credit.earn(this.places, this.#noise);
    // Unused places prove nothing.
    if (landing.inFlight >= this.places && !this.#trial && !this.#series) this.#grow();
    this.#judge();
  }

  refused(landing: Landing): number {
    const { number, last } = landing;
    this.#traffic.refused(landing, this.#noise === 0);
    const run = this.#run.refused(number, last);
    this.#credit.spend();
    if (number > this.#round.from) this.#round.refused++;
    if (this.#series) this.#note(this.#series, number);
    const fresh = number > this.#agreedAt;
    const agreed = fresh && run >= agreeing;
    if (agreed) this.#agree();
    else if (fresh && !this.#trial && (this.#credit.left < 0 || this.#level > this.#limit)) {
      if (this.#isLending && this.#level > this.#limit) this.#repay();
      else this.#fall(run);
    }
    this.#judge();
    return agreed ? run - agreeing + 1 : 0;
  }

  #note(series: Series, number: number): void {
    if (number > series.from) series.refused++;
    if (this.#noise === 0) series.latest = this.#traffic.moment.last;
  }

  #grow(): void {
    if (this.#limit < Infinity && this.#level < this.#limit)
      this.#level = Math.min(this.#limit, this.#level + (this.#isLending ? lending.back : 1));
    else if (this.#credit.left >= 0) {
      this.#round.full = true;
      this.#level = Math.min(this.#max, this.#level + Math.min(1, this.#growth / this.places));
    }
  }

  get #isLending(): boolean {
    return this.#growth < Infinity;
  }

  /** Handles a refusal beyond the limit, if there may be a burst allowance. */
  #repay(): void {
    this.#agreedAt = this.#traffic.moment.last;
    if (this.#series) {
      this.#setLimit(Math.max(1, lending.kept * this.#traffic.carriedSince()), true);
      this.#level = this.#limit * lending.left;
    } else {
      this.#startSeries();
      this.#level = this.#level * lending.less;
    }
  }

  #setLimit(limit: number, lends: boolean): void {
    this.#limit = lends ? limit : Math.round(limit);
    this.#level = this.#limit;
    this.#growth = lends ? lending.growth * limit : Infinity;
    this.#traffic.usedUp();
    this.#begin();
  }

  #startSeries(): Series {
    const { last, now } = this.#traffic.moment;
    const credit = this.#credit.left + 1;
    this.#series ??= { top: this.#level, credit, from: last, at: now, refused: 0, latest: last };
    return this.#series;
  }

  /** Takes away one place; more, down to half of them, if refusals come in a row. */
  #fall(run: number): void {
    const series = this.#startSeries();
    series.latest = this.#traffic.moment.last;
    const least = Math.max(series.top / 2, this.#level - run);
    this.#level = Math.max(1, Math.min(this.#level - 1, least));
  }

  /** Everything sent lately was refused: keeps a quarter of the places; growth soon brings back up to half of them. */
  #agree(): void {
    const before = this.#trial ?? this.#series;
    const probing = this.#level > this.#limit;
    if (!probing) {
      this.#limit = Math.max(1, Math.round(this.#level / 2));
      this.#credit.forgive(before?.credit ?? this.#credit.left);
    }
    this.#agreedAt = this.#traffic.moment.last;
    this.#level = Math.max(1, Math.round(this.#level / 4));
    this.#growth = Infinity;
    this.#traffic.usedUp();
    this.#noise = 0;
    this.#begin();
  }

  #begin(trial?: Trial): void {
    const { last, now } = this.#traffic.moment;
    this.#round = { from: last, at: now, refused: 0, full: false };
    this.#series = undefined;
    this.#trial = trial;
  }

  #judge(): void {
    if (this.#trial) this.#judgeTrial(this.#trial);
    else if (this.#series) this.#judgeSeries(this.#series);
    else if (this.#traffic.since(this.#round, roundRequests).over) this.#endRound();
  }

  #judgeSeries(series: Series): void {
    const judged = series.refused >= 2 && this.#traffic.since(series, roundRequests).over;
    if (judged && this.#level <= series.top * tried.from) this.#try(series);
    else if (this.#traffic.moment.last - series.latest >= cleanRequests) this.#endSeries(series);
  }

  /** Ends a series; if the server refuses at random, its refusals were of that kind. */
  #endSeries(series: Series): void {
    if (this.#noise === 0) return this.#foundLimit(series, this.#level, false);
    this.#level = series.top;
    this.#begin();
  }

  #endRound(): void {
    const share = this.#round.refused / this.#traffic.since(this.#round, 0).sent;
    if (this.#noise > 0) this.#noise += (Math.min(greatestNoise, share) - this.#noise) / 8;
    if (this.#round.full) this.#growth *= lending.faster;
    if (this.#noise > 0 && --this.#doubtIn <= 0 && this.#round.refused >= 2)
      this.#try({ ...this.#round, top: this.#level, credit: this.#credit.left });
    else this.#begin();
  }

  #try(before: Omit<Series, "latest">): void {
    const { top, credit, refused } = before;
    const { sent } = this.#traffic.since(before, 0);
    const carried = Math.max(1, Math.min(top, this.#traffic.carried));
    this.#level = Math.min(this.#level, Math.max(1, carried * tried.share));
    this.#begin({ top, credit, share: refused / sent, carried });
  }

  #judgeTrial(trial: Trial): void {
    const { refused } = this.#round;
    if (this.#traffic.moment.now - this.#round.at < this.#traffic.duration) return;
    const { sent, over } = this.#traffic.since(this.#round, trialLength(trial));
    const verdict = verdictOf(trial, refused, sent, over);
    if (verdict === "noise") this.#foundNoise(trial.top, (trial.share + refused / sent) / 2);
    else if (verdict === "limit") this.#foundLimit(trial, trial.carried, true);
    else if (verdict === "more")
      this.#try({ ...this.#round, top: this.#level, credit: trial.credit });
  }

  #foundNoise(top: number, share: number): void {
    this.#noise = share;
    this.#doubtIn = doubtedAfter;
    this.#credit.fill(this.places, share);
    this.#level = Math.max(this.#level, top);
    this.#limit = Infinity;
    this.#growth = Infinity;
    this.#begin();
  }

  #foundLimit(
    { top, credit }: Pick<Series, "top" | "credit">,
    carried: number,
    trial: boolean,
  ): void {
    const probing = top > this.#limit;
    if (!probing) this.#credit.forgive(credit);
    const near = top <= this.#limit + Math.max(0.5, lending.near * this.#limit);
    const lends = trial
      ? this.#isLending || !probing || top > 1.25 * carried + 1
      : this.#isLending && !(probing && near);
    this.#noise = 0;
    this.#setLimit(probing ? Math.max(this.#limit, carried) : carried, lends);
  }
}
