// Enforces a ceiling on a run's total cost: a call is made only if its maximum cost still fits.

import { nanoDollars } from "../../../schemas/prices.ts";
import { PipelineError } from "../../engine/errors.ts";
import { createAbortListeners } from "../limits/abort-listeners.ts";
import { Accounts, type BudgetState } from "./accounts.ts";
import { type AttemptFile, openAttemptFile } from "./attempts.ts";
import { overBudgetError, type Reservation, tooExpensiveError } from "./budget-errors.ts";
import type { OpenHandle } from "../commit-file.ts";

interface BudgetOptions {
  /** `<run>/attempts.jsonl`. */
  readonly path: string;
  /** USD; null if there is none: attempts are recorded anyway, for a later ceiling. */
  readonly ceiling: number | null;
  /** USD, for all replies in the journal. */
  readonly spent: number;
  /** Whether the journal has the reply to a key. */
  readonly hasReply: (key: string) => boolean;
  readonly openHandle?: OpenHandle;
}

interface WaitingReservation {
  readonly reservation: Reservation;
  /** Nano-dollars. */
  readonly maxCost: number;
  readonly signal: AbortSignal;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The budget of a run; one per process. */
export class Budget {
  readonly #accounts: Accounts;
  readonly #file: AttemptFile;
  #waiting: WaitingReservation[] = [];
  readonly #aborts = createAbortListeners<WaitingReservation>((waiting, reason) =>
    this.#rejectAborted(waiting, reason),
  );
  #overBudgetError: PipelineError | undefined;

  private constructor(accounts: Accounts, file: AttemptFile) {
    this.#accounts = accounts;
    this.#file = file;
  }

  /** Opens or creates the file of attempts. Attempts that earlier processes left open count as possibly billed. */
  static async open({
    path,
    ceiling,
    spent,
    hasReply,
    openHandle,
  }: BudgetOptions): Promise<Budget> {
    const file = await openAttemptFile(path, hasReply, openHandle);
    return new Budget(new Accounts({ ceiling, spent, openAttempts: file.openAttempts }), file);
  }

  /**
   * Resolves once the attempt fits under the ceiling and is on disk, so that it may be sent. While it does not fit,
   * it waits for those in flight, first come, first served. If none is in flight, this call throws
   * PipelineError("budget"), as do all that are waiting or come later. Throws ReplyError("too-dear") for an attempt that
   * may cost more than the whole ceiling. Free calls always fit. A stop ends the wait with its reason.
   */
  async reserve(reservation: Reservation, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { key } = reservation;
    const maxCost = nanoDollars(reservation.maxCost);
    if (maxCost === 0) return;
    this.requireAffordable(reservation);
    if (this.#overBudgetError) throw this.#overBudgetError;
    if (this.#waiting.length === 0 && this.#accounts.fits(maxCost))
      this.#accounts.recordInFlight(key, maxCost);
    else await this.#waitForRoom(reservation, maxCost, signal);
    await this.#writeAttempts([{ key, maxCost }]);
  }

  /** Throws ReplyError("too-dear") for a call that may cost more than the whole ceiling: only its row fails. */
  requireAffordable(reservation: Reservation): void {
    if (!this.#accounts.isAffordable(nanoDollars(reservation.maxCost)))
      throw tooExpensiveError(reservation, this.state());
  }

  /**
   * For a batch: reserves as many as fit, starting from the first, without waiting, and resolves with their number
   * once they are on disk; 0 while others wait. They count as possibly billed until this or a later process settles
   * or releases them.
   */
  async reserveAll(list: readonly Reservation[]): Promise<number> {
    const reserved =
      this.#overBudgetError || this.#waiting.length > 0 ? [] : this.#reserveFitting(list);
    await this.#writeAttempts(reserved.filter(({ maxCost }) => maxCost > 0));
    return reserved.length;
  }

  /** Whether this or an earlier process sent an attempt of the key whose outcome is unknown. */
  isOpen(key: string): boolean {
    return this.#accounts.isOpen(key);
  }

  /** Records that the reply came, and its cost in USD. */
  settle(key: string, cost: number): void {
    this.#accounts.pay(key, cost);
    this.#admitWaiting();
  }

  /** Records that the attempt was certainly not billed. */
  async release(key: string): Promise<void> {
    const maxCost = this.#accounts.free(key);
    this.#admitWaiting();
    if (maxCost !== undefined) await this.#file.release(key);
  }

  /** Records that the attempt may have been billed although no reply came: its maximum cost stays counted. */
  markMaybeBilled(key: string): void {
    this.#accounts.markMaybeBilled(key);
    this.#admitWaiting();
  }

  state(): BudgetState {
    return this.#accounts.state();
  }

  /** The error for a reservation that does not fit, for callers that do not wait. */
  overBudgetErrorFor(reservation: Reservation): PipelineError {
    return overBudgetError(reservation, this.state());
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #writeAttempts(
    attempts: readonly { readonly key: string; readonly maxCost: number }[],
  ): Promise<void> {
    try {
      await this.#file.reserve(attempts);
    } catch (error) {
      // None of these attempts is in the file, and none will be sent.
      for (const { key } of attempts) this.#accounts.free(key);
      this.#admitWaiting();
      throw error;
    }
  }

  #reserveFitting(list: readonly Reservation[]): { key: string; maxCost: number }[] {
    const reserved: { key: string; maxCost: number }[] = [];
    for (const reservation of list) {
      const { key } = reservation;
      const maxCost = nanoDollars(reservation.maxCost);
      if (!this.#accounts.fits(maxCost)) break;
      if (maxCost > 0) this.#accounts.recordMaybeBilled(key, maxCost);
      reserved.push({ key, maxCost });
    }
    return reserved;
  }

  #waitForRoom(reservation: Reservation, maxCost: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { reservation, maxCost, signal, resolve, reject };
      this.#waiting.push(waiting);
      this.#aborts.add(signal, waiting);
      this.#admitWaiting();
    });
  }

  #rejectAborted(dropped: ReadonlySet<WaitingReservation>, reason: unknown): void {
    this.#waiting = this.#waiting.filter(waiting => !dropped.has(waiting));
    for (const { reject } of dropped) reject(reason);
    this.#admitWaiting();
  }

  /** Lets waiting attempts proceed in order; if there can never be room for the first, rejects all of them. */
  #admitWaiting(): void {
    let first = this.#waiting[0];
    for (; first && this.#accounts.fits(first.maxCost); first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#aborts.remove(first.signal, first);
      this.#accounts.recordInFlight(first.reservation.key, first.maxCost);
      first.resolve();
    }
    if (first && !this.#accounts.hasInFlight) this.#rejectAll(first.reservation);
  }

  #rejectAll(reservation: Reservation): void {
    this.#overBudgetError = this.overBudgetErrorFor(reservation);
    for (const waiting of this.#waiting.splice(0)) {
      this.#aborts.remove(waiting.signal, waiting);
      waiting.reject(this.#overBudgetError);
    }
  }
}
