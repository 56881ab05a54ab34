// Runs the rows of stages, in this process or elsewhere. Neither the stages nor the scheduler knows where.

import { type CreateAsk, type RowEnd, type RowRun, runRow } from "./row.ts";

export interface Executor {
  /** Resolves with the row's result once every model call it started has ended. Rejects only with an error that must stop the run: one for the user, or a bug. */
  run(row: RowRun): Promise<RowEnd>;
}

/** Runs rows in this process. */
export const localExecutor = (createAsk: CreateAsk): Executor => ({
  run: row => runRow(row, createAsk),
});
