// Progress of one stage within a pass.

import { wholeInput } from "./outcome-journal.ts";
import type { StageCounts } from "./events.ts";
import type { Stage } from "./stage.ts";
import type { Store } from "./store.ts";

export class StageProgress {
  readonly stage: Stage;
  readonly store: Store;
  /** Rows that arrived, each with the hash of its line: a row that arrives again is processed only if it has changed. */
  readonly hashesByRowId = new Map<string, string>();
  /** Rows that arrived before the artifacts that they look up were finished. */
  readonly heldIds = new Set<string>();
  /** Rows that failed in this pass for a technical reason: no complete reply arrived. */
  readonly givenUpIds: string[] = [];
  /** Rows that arrived but that the stage does not apply to. */
  readonly skippedIds = new Set<string>();
  #queue: string[] = [];
  #takenCount = 0;
  #hasRetried = false;
  inFlight = 0;
  /** Rows that wait for a reply from a batch file. */
  parkedCount = 0;
  reusedCount = 0;
  started = false;
  inputEnded = false;
  ended = false;

  constructor(stage: Stage, store: Store) {
    this.stage = stage;
    this.store = store;
  }

  get hasRows(): boolean {
    return this.#takenCount < this.#queue.length;
  }

  /** Rows that arrived but are not finished. */
  get left(): number {
    return this.#queue.length - this.#takenCount + this.heldIds.size + this.inFlight;
  }

  addRow(id: string): void {
    this.#queue.push(id);
  }

  /** Queues given-up rows again, once per pass; returns whether there were any. */
  retryGivenUp(): boolean {
    if (this.#hasRetried) return false;
    this.#hasRetried = true;
    for (const id of this.givenUpIds) this.addRow(id);
    return this.givenUpIds.length > 0;
  }

  /** First in, first out. Rows already taken are dropped now and then, since `shift` would move all the rest. */
  takeRow(): string | undefined {
    const id = this.#queue[this.#takenCount++];
    if (this.#takenCount > 1024 && this.#takenCount * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#takenCount);
      this.#takenCount = 0;
    }
    return id;
  }

  get canEnd(): boolean {
    return (
      this.inputEnded &&
      this.heldIds.size === 0 &&
      !this.hasRows &&
      this.inFlight === 0 &&
      this.parkedCount === 0
    );
  }
}

/** Counts from a stage's journal for these inputs. */
export function countsOf(
  { store, reusedCount }: StageProgress,
  inputs: readonly string[],
): StageCounts {
  const counts = { inputs: 0, rows: 0, made: 0, rejected: 0, declined: 0, failed: 0 };
  for (const input of inputs) {
    const line = store.outcome(input);
    if (!line) continue;
    counts.inputs++;
    counts.rows += line.rows.length;
    if (line.input !== wholeInput) counts[line.outcome]++;
  }
  return { ...counts, reused: reusedCount };
}
