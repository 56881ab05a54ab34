// How many requests an endpoint carries at once, found out from what it refuses; refusals by chance are told from a limit.
//
// Every refusal takes away a place, and 64 requests without one end the series: what is left is then known to be carried.
// Refusals that go on while a tenth of the places goes away are put to trial: less is asked than was in flight when one was
// refused. Where a limit refused, that ends the refusals. Where they come as often as before, they have nothing to do with
// the load: all places are given back, and so many refusals are passed over for some rounds, until they are doubted again.
// Beyond what is known to be carried, more is tried only when the refusals so far are paid for by requests taken, so that
// looking for more costs about one refusal in a hundred. A limit found by a trial may be one of requests a second that are
// lent for a while (a token bucket), which shows in that it is passed for long before anything is refused: growth is slow
// there, and what was taken from one time that nothing was left to the next one is the limit.

import type { ConcurrencyLevel, Landing, Round, Series } from "./landings.ts";
import { createRefusalCredit } from "./refusal-credit.ts";
import { createRefusalRun } from "./refusal-run.ts";
import { greatestNoise, type Trial, trialLength, verdictOf } from "./refusal-trial.ts";
import { createTraffic } from "./traffic.ts";

/** Places before anything is known; each request taken then adds one, so that a small server meets no large burst. */
const firstPlaces = 16;
/** So many refusals in a row agree: chance alone hardly makes them. */
const agreeing = 6;
/** Requests without a refusal that end a series. */
const cleanRequests = 64;
/** Requests, and at least as long as one takes, before anything is judged. */
const roundRequests = 12;
/** A series of refusals is put to trial when this share of its places is left, with this share of what was carried. */
const tried = { from: 0.9, share: 0.7 };
/** Rounds after which refusals taken for chance are doubted. */
const doubtedAfter = 16;
/**
 * Where requests may be lent, growth begins with this share of the places a round and is so much faster each round. A refusal
 * beyond the limit leaves `less` of the places; when there is one more, what was lent is used up: `kept` of what was carried
 * is the limit, `left` of it is asked at first, and each request taken gives `back` so much of a place. When there is none,
 * the limit is one of places, and no longer doubted where it was passed by no more than `near` of it.
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
/** What is known of a server in the beginning: nothing. `max` is the maximum of places. */
export const createConcurrencyLevel = (max: number): ConcurrencyLevel => new Level(max);

class Level implements ConcurrencyLevel {
  readonly #max: number;
  readonly #run = createRefusalRun();
  readonly #traffic = createTraffic();
  #level: number;
  /** Places that are known to be carried while more are not. */
  #limit = Infinity;
  readonly #credit = createRefusalCredit();
  /** Share of refusals that is taken for chance. */
  #noise = 0;
  #doubtIn = 0;
  /** Places added a round, where all of them are used; Infinity where nothing is lent. */
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
    // Parts of a place are there for a part of the requests, spread evenly by the golden section.
    const part = (this.#traffic.moment.last * 0.618) % 1;
    return Math.max(1, Math.floor(this.#level - this.#traffic.held + part));
  }

  taken(landing: Landing): void {
    this.#traffic.taken(landing);
    this.#credit.earn(this.places, this.#noise);
    // Places that nobody used prove nothing.
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

  /** A refusal beyond the limit, where requests may have been lent. */
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

  /** One place less; more, down to half of them, where refusals come in a row. */
  #fall(run: number): void {
    const series = this.#startSeries();
    series.latest = this.#traffic.moment.last;
    const least = Math.max(series.top / 2, this.#level - run);
    this.#level = Math.max(1, Math.min(this.#level - 1, least));
  }

  /** All that was sent lately was refused: a quarter of the places is left, and half of them soon given back. */
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

  /** Among refusals by chance it was one more of them. */
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
