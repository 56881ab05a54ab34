// A run's totals against its ceiling: spent, possibly billed and in flight, in whole nano-dollars.

import { dollars, nanoDollars, nanoDollarsAtMost } from "../../../schemas/prices.ts";
import { addAttempt, type OpenAttempts, sumOf, takeAttempt } from "./attempts.ts";

/** Amounts in USD. */
export interface BudgetState {
  /** Null for none. */
  readonly ceiling: number | null;
  /** For replies that came. */
  readonly spent: number;
  /** For attempts without a reply that may have been billed, and for requests waiting in batches: the most they may cost. */
  readonly maybe: number;
  /** For attempts in flight: the most they may cost. */
  readonly reserved: number;
  /** What replies cost beyond their reservations, because the service exceeded the maximum it was given. */
  readonly beyond: number;
}

export interface Opening {
  /** USD; null for none. */
  readonly ceiling: number | null;
  /** USD, for all replies in the journal. */
  readonly spent: number;
  /** Attempts of earlier processes that may have been billed. */
  readonly open: OpenAttempts;
}

export class Accounts {
  readonly #ceiling: number;
  #spent: number;
  #beyond = 0;
  readonly #flying: OpenAttempts = new Map();
  #reserved = 0;
  readonly #lost: OpenAttempts;
  #maybe: number;

  constructor({ ceiling, spent, open }: Opening) {
    this.#ceiling = ceiling === null ? Number.POSITIVE_INFINITY : nanoDollarsAtMost(ceiling);
    this.#spent = nanoDollars(spent);
    this.#lost = open;
    this.#maybe = sumOf(open);
  }

  /** Whether attempts are in flight that may leave room when they end. */
  get waitsForMore(): boolean {
    return this.#flying.size > 0;
  }

  /** Whether it would fit if nothing else had been spent. */
  couldPay(most: number): boolean {
    return most <= this.#ceiling;
  }

  fits(most: number): boolean {
    return most === 0 || this.#spent + this.#maybe + this.#reserved + most <= this.#ceiling;
  }

  fly(key: string, most: number): void {
    addAttempt(this.#flying, key, most);
    this.#reserved += most;
  }

  /** Records an attempt that may have been billed and that nothing here waits for. */
  maybe(key: string, most: number): void {
    addAttempt(this.#lost, key, most);
    this.#maybe += most;
  }

  /** Marks the key's attempt in flight, if any, as possibly billed. */
  lose(key: string): void {
    const most = this.#land(key);
    if (most !== undefined) this.maybe(key, most);
  }

  /** Whether an attempt of the key is in flight, or may have been billed without a reply. */
  isOpen(key: string): boolean {
    return this.#flying.has(key) || this.#lost.has(key);
  }

  /** Removes an attempt that cost nothing and returns what it might have cost; undefined if there is none. One in flight comes before older ones of its key. */
  free(key: string): number | undefined {
    const flying = this.#land(key);
    if (flying !== undefined) return flying;
    const lost = takeAttempt(this.#lost, key);
    this.#maybe -= lost ?? 0;
    return lost;
  }

  /** Records the cost of an attempt, in USD; an invalid cost counts as the most it might be. */
  pay(key: string, cost: number): void {
    const most = this.free(key);
    const paid = cost >= 0 && Number.isFinite(cost) ? nanoDollars(cost) : (most ?? 0);
    this.#spent += paid;
    this.#beyond += Math.max(0, paid - (most ?? paid));
  }

  state(): BudgetState {
    return {
      ceiling: Number.isFinite(this.#ceiling) ? dollars(this.#ceiling) : null,
      spent: dollars(this.#spent),
      maybe: dollars(this.#maybe),
      reserved: dollars(this.#reserved),
      beyond: dollars(this.#beyond),
    };
  }

  #land(key: string): number | undefined {
    const most = takeAttempt(this.#flying, key);
    this.#reserved -= most ?? 0;
    return most;
  }
}
