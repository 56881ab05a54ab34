// Keeps a run's totals under its ceiling: spent, possibly billed and in flight, in whole nano-dollars.

import { dollars, nanoDollars, nanoDollarsAtMost } from "../../../schemas/prices.ts";
import { addAttempt, type OpenAttempts, totalCostOf, takeAttempt } from "./attempts.ts";

/** Amounts in USD. */
export interface BudgetState {
  /** Null if there is none. */
  readonly ceiling: number | null;
  /** For replies received. */
  readonly spent: number;
  /** For attempts without a reply that may have been billed, and for requests waiting in batches: their maximum cost. */
  readonly possiblySpent: number;
  /** For attempts in flight: their maximum cost. */
  readonly reserved: number;
  /** Cost of replies beyond their reservations, because the service exceeded the maximum it was given. */
  readonly overrun: number;
}

export interface OpeningTotals {
  /** USD; null if there is none. */
  readonly ceiling: number | null;
  /** USD, for all replies in the journal. */
  readonly spent: number;
  /** Attempts by earlier processes that may have been billed. */
  readonly openAttempts: OpenAttempts;
}

export class Accounts {
  readonly #ceiling: number;
  #spent: number;
  #overrun = 0;
  readonly #inFlight: OpenAttempts = new Map();
  #reserved = 0;
  readonly #maybeBilled: OpenAttempts;
  #maybeBilledTotal: number;

  constructor({ ceiling, spent, openAttempts }: OpeningTotals) {
    this.#ceiling = ceiling === null ? Number.POSITIVE_INFINITY : nanoDollarsAtMost(ceiling);
    this.#spent = nanoDollars(spent);
    this.#maybeBilled = openAttempts;
    this.#maybeBilledTotal = totalCostOf(openAttempts);
  }

  /** Whether attempts are in flight that may leave room when they end. */
  get hasInFlight(): boolean {
    return this.#inFlight.size > 0;
  }

  /** Whether an attempt would fit if nothing else had been spent. */
  isAffordable(maxCost: number): boolean {
    return maxCost <= this.#ceiling;
  }

  /** Whether an attempt fits under the ceiling now. */
  fits(maxCost: number): boolean {
    return (
      maxCost === 0 ||
      this.#spent + this.#maybeBilledTotal + this.#reserved + maxCost <= this.#ceiling
    );
  }

  /** Records an attempt in flight. */
  recordInFlight(key: string, maxCost: number): void {
    addAttempt(this.#inFlight, key, maxCost);
    this.#reserved += maxCost;
  }

  /** Records an attempt that may have been billed and whose reply this process does not await. */
  recordMaybeBilled(key: string, maxCost: number): void {
    addAttempt(this.#maybeBilled, key, maxCost);
    this.#maybeBilledTotal += maxCost;
  }

  /** Marks the key's attempt in flight, if any, as possibly billed. */
  markMaybeBilled(key: string): void {
    const maxCost = this.#takeInFlight(key);
    if (maxCost !== undefined) this.recordMaybeBilled(key, maxCost);
  }

  /** Whether an attempt of the key is in flight, or may have been billed without a reply. */
  isOpen(key: string): boolean {
    return this.#inFlight.has(key) || this.#maybeBilled.has(key);
  }

  /** Removes an attempt that cost nothing (one in flight before older ones), and returns its maximum cost; undefined if there is none. */
  free(key: string): number | undefined {
    const inFlightCost = this.#takeInFlight(key);
    if (inFlightCost !== undefined) return inFlightCost;
    const maybeBilledCost = takeAttempt(this.#maybeBilled, key);
    this.#maybeBilledTotal -= maybeBilledCost ?? 0;
    return maybeBilledCost;
  }

  /** Records the cost of an attempt, in USD; an invalid cost counts as the attempt's maximum. */
  pay(key: string, cost: number): void {
    const maxCost = this.free(key);
    const paid = cost >= 0 && Number.isFinite(cost) ? nanoDollars(cost) : (maxCost ?? 0);
    this.#spent += paid;
    this.#overrun += Math.max(0, paid - (maxCost ?? paid));
  }

  state(): BudgetState {
    return {
      ceiling: Number.isFinite(this.#ceiling) ? dollars(this.#ceiling) : null,
      spent: dollars(this.#spent),
      possiblySpent: dollars(this.#maybeBilledTotal),
      reserved: dollars(this.#reserved),
      overrun: dollars(this.#overrun),
    };
  }

  #takeInFlight(key: string): number | undefined {
    const maxCost = takeAttempt(this.#inFlight, key);
    this.#reserved -= maxCost ?? 0;
    return maxCost;
  }
}
