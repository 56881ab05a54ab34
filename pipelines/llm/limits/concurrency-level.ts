// How many requests an endpoint carries at once, found out from what it refuses; refusals by chance are told from a limit.
//
// Every refusal takes away a place, and 64 requests without one end the series: what is left is then known to be carried.
// Refusals that go on while a tenth of the places goes away are put to trial: a quarter less is asked than was carried
// (requests taken a second, times how long one takes). Where a limit refused, that ends the refusals. Where they come as
// often as before, they have nothing to do with the load: all places are given back, and so many refusals are passed over
// for some rounds, until they are doubted again. Beyond what is known to be carried, more is tried only when the refusals
// so far are paid for by requests taken, so that looking for more costs about one refusal in a hundred.

import { createRefusalCredit } from "./refusal-credit.ts";
import { createRefusalRun } from "./refusal-run.ts";
import { greatestNoise, type Trial, trialLength, verdictOf } from "./refusal-trial.ts";

/** A request that came back. */
export interface Landing {
  /** Requests are numbered as they are sent, from 1 on. */
  readonly number: number;
  /** The number of the one sent last. */
  readonly last: number;
  /** Requests in flight, itself among them. */
  readonly inFlight: number;
  /** Milliseconds; never goes back. */
  readonly now: number;
  /** Milliseconds in flight. */
  readonly took: number;
}

export interface ConcurrencyLevel {
  /** Whole requests, 1 … the maximum allowed. */
  readonly places: number;
  /** The server took it, whatever came of it. */
  taken(landing: Landing): void;
  /** The server would not take it. Returns 0, or how often all that was sent lately was refused: nobody should ask now. */
  refused(landing: Landing): number;
}

/** Places before anything is known; each request taken then adds one, so that a small server meets no large burst. */
const firstPlaces = 16;
/** So many refusals in a row agree: chance alone hardly makes them. */
const agreeing = 6;
/** Requests without a refusal that end a series. */
const cleanRequests = 64;
/** Requests, and at least as long as one takes, before anything is judged. */
const roundRequests = 12;
/** A series of refusals is put to trial when this share of its places is left, with this share of what was carried. */
const tried = { from: 0.9, share: 0.75 };
/** Rounds after which refusals taken for chance are doubted. */
const doubtedAfter = 16;
/** A limit met only long after it was passed lends for a while (a token bucket): the next growth is slow. */
const pace = { slow: 1.2, fast: 2 };

interface Span {
  /** Requests with higher numbers belong to it. */
  readonly from: number;
  readonly at: number;
  refused: number;
}

interface Round extends Span {
  /** Whether all places were in use. */
  full: boolean;
}

interface Series extends Span {
  /** Places before its first refusal. */
  readonly top: number;
  /** Credit before it. */
  readonly credit: number;
  /** The number of the request sent last when a refusal came last. */
  latest: number;
}

/** What is known of a server in the beginning: nothing. `max` is the maximum of places. */
export const createConcurrencyLevel = (max: number): ConcurrencyLevel => new Level(max);

class Level implements ConcurrencyLevel {
  readonly #max: number;
  readonly #run = createRefusalRun();
  /** Of the request that came back last. */
  #moment: Pick<Landing, "last" | "now"> = { last: 0, now: 0 };
  #level: number;
  /** Places that are known to be carried while more are not. */
  #limit = Infinity;
  readonly #credit = createRefusalCredit();
  /** Share of refusals that is taken for chance. */
  #noise = 0;
  #doubtIn = 0;
  /** Places added a round, where all of them are used. */
  #growth = Infinity;
  #pace = pace.fast;
  /** Mean milliseconds of a request taken. */
  #duration = 0;
  #durations = 0;
  #round: Round = { from: 0, at: 0, refused: 0, full: false };
  #series: Series | undefined;
  #trial: Trial | undefined;
  #agreedAt = 0;

  constructor(max: number) {
    this.#max = max;
    this.#level = Math.min(max, firstPlaces);
  }

  get places(): number {
    return Math.max(1, Math.floor(this.#level));
  }

  taken({ inFlight, took, ...moment }: Landing): void {
    this.#moment = moment;
    this.#durations = Math.min(64, this.#durations + 1);
    this.#duration += (took - this.#duration) / this.#durations;
    this.#credit.earn(this.places, this.#noise);
    // Places that nobody used prove nothing.
    if (inFlight >= this.places && !this.#trial && !this.#series) this.#grow();
    this.#judge();
  }

  refused(landing: Landing): number {
    const { number, last } = landing;
    this.#moment = landing;
    const run = this.#run.refused(number, last);
    this.#credit.spend();
    if (number > this.#round.from) this.#round.refused++;
    if (this.#series) this.#note(this.#series, number);
    const fresh = number > this.#agreedAt;
    const agreed = fresh && run >= agreeing;
    if (agreed) this.#agree();
    else if (fresh && !this.#trial && (this.#credit.left < 0 || this.places > this.#limit))
      this.#fall(run);
    this.#judge();
    return agreed ? run - agreeing + 1 : 0;
  }

  #note(series: Series, number: number): void {
    if (number > series.from) series.refused++;
    if (this.#noise === 0) series.latest = this.#moment.last;
  }

  #grow(): void {
    this.#round.full = true;
    if (this.#limit < Infinity && this.places < this.#limit)
      this.#level = Math.min(this.#limit, this.#level + 1);
    else if (this.#credit.left >= 0)
      this.#level = Math.min(this.#max, this.#level + Math.min(1, this.#growth / this.places));
  }

  /** One place less; more, down to half of them, where refusals come in a row. */
  #fall(run: number): void {
    const { last, now } = this.#moment;
    this.#series ??= {
      top: this.places,
      credit: this.#credit.left + 1,
      from: last,
      at: now,
      refused: 0,
      latest: last,
    };
    this.#series.latest = last;
    this.#level = Math.max(
      1,
      Math.min(this.places - 1, Math.max(this.#series.top / 2, this.places - run)),
    );
  }

  /** All that was sent lately was refused: a quarter of the places is left, and half of them soon given back. */
  #agree(): void {
    const before = this.#trial ?? this.#series;
    const probing = this.#isBeyondLimit(this.#level);
    if (!probing) {
      this.#limit = Math.max(1, Math.round(this.#level / 2));
      this.#credit.forgive(before?.credit ?? this.#credit.left);
    }
    this.#agreedAt = this.#moment.last;
    this.#level = Math.max(1, Math.round(this.#level / 4));
    this.#pace = pace.slow;
    this.#growth = 1;
    this.#noise = 0;
    this.#begin();
  }

  #isBeyondLimit(places: number): boolean {
    return this.#limit < Infinity && places > this.#limit;
  }

  #begin(trial?: Trial): void {
    const { last, now } = this.#moment;
    this.#round = { from: last, at: now, refused: 0, full: false };
    this.#series = undefined;
    this.#trial = trial;
  }

  /** What was sent after `from` and since `at`, and whether it is enough to be judged. */
  #since({ from, at }: Span, enough: number): { readonly sent: number; readonly over: boolean } {
    const { last, now } = this.#moment;
    return { sent: last - from, over: last - from >= enough && now - at >= this.#duration };
  }

  #judge(): void {
    if (this.#trial) this.#judgeTrial(this.#trial);
    else if (this.#series) this.#judgeSeries(this.#series);
    else if (this.#since(this.#round, roundRequests).over) this.#endRound();
  }

  #judgeSeries(series: Series): void {
    const judged = series.refused >= 2 && this.#since(series, roundRequests).over;
    if (judged && this.places <= series.top * tried.from) this.#try(series);
    else if (this.#moment.last - series.latest >= cleanRequests) this.#endSeries(series);
  }

  /** Among refusals by chance it was one more of them. */
  #endSeries(series: Series): void {
    if (this.#noise === 0) return this.#foundLimit(series, this.places);
    this.#level = series.top;
    this.#begin();
  }

  #endRound(): void {
    const share = this.#round.refused / this.#since(this.#round, 0).sent;
    if (this.#noise > 0) this.#noise += (Math.min(greatestNoise, share) - this.#noise) / 8;
    if (this.#round.full) this.#growth *= this.#pace;
    if (this.#noise > 0 && --this.#doubtIn <= 0 && this.#round.refused >= 2)
      this.#try({ ...this.#round, top: this.places, credit: this.#credit.left });
    else this.#begin();
  }

  #try(before: Omit<Series, "latest">): void {
    const { top, credit, refused } = before;
    const { sent } = this.#since(before, 0);
    const carried = ((sent - refused) * this.#duration) / Math.max(1, this.#moment.now - before.at);
    const begun = {
      top,
      credit,
      share: refused / sent,
      carried: Math.max(1, Math.min(top, carried)),
    };
    this.#level = Math.min(this.#level, Math.max(1, begun.carried * tried.share));
    this.#begin(begun);
  }

  #judgeTrial(trial: Trial): void {
    const { refused } = this.#round;
    const { sent, over } = this.#since(this.#round, trialLength(trial));
    const verdict = verdictOf(trial, refused, sent, over);
    if (verdict === "noise") this.#foundNoise(trial.top, (trial.share + refused / sent) / 2);
    else if (verdict === "limit") this.#foundLimit(trial, trial.carried);
    else if (verdict === "more")
      this.#try({ ...this.#round, top: this.places, credit: trial.credit });
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

  #foundLimit({ top, credit }: Pick<Series, "top" | "credit">, carried: number): void {
    const probing = this.#isBeyondLimit(top);
    if (probing || this.#limit === Infinity)
      this.#pace = top > 1.25 * carried + 1 ? pace.slow : pace.fast;
    if (!probing) this.#credit.forgive(credit);
    this.#limit = Math.round(probing ? Math.max(this.#limit, carried) : carried);
    this.#level = this.#limit;
    this.#growth = this.#pace === pace.slow ? 1 : Infinity;
    this.#noise = 0;
    this.#begin();
  }
}
