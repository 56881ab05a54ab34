// Where the rows of stages are run: in this process, or by others. Neither stages nor the scheduler know which.

import { type CreateAsk, type RowEnd, type RowRun, runRow } from "./row.ts";

export interface Executor {
  /** What came of the row, once every ask it started has ended. Rejects only with what must stop the run: an error for its reader, or a bug. */
  run(row: RowRun): Promise<RowEnd>;
}

/** Runs rows in this process. */
export const localExecutor = (createAsk: CreateAsk): Executor => ({
  run: row => runRow(row, createAsk),
});
