// Events of a run in progress, as one closed union.

export interface StageCounts {
  /** Input rows with an outcome. */
  readonly inputs: number;
  /** Rows written. */
  readonly rows: number;
  readonly made: number;
  readonly rejected: number;
  readonly declined: number;
  readonly failed: number;
  /** Inputs whose outcome was reused from an earlier run. */
  readonly reused: number;
}

export type RunEvent =
  | { readonly type: "run-started"; readonly directory: string; readonly stages: readonly string[] }
  | { readonly type: "stage-started"; readonly stage: string }
  | {
      readonly type: "row-finished";
      readonly stage: string;
      readonly input: string;
      readonly outcome: string;
      readonly code: string | null;
      readonly detail: string | null;
      /** Rows of the stage that have arrived but are not finished. */
      readonly left: number;
      /** Whether no more rows will arrive. */
      readonly isWhole: boolean;
    }
  | {
      readonly type: "edit-kept";
      readonly stage: string;
      readonly row: string;
      readonly stale: boolean;
    }
  | { readonly type: "stage-finished"; readonly stage: string; readonly counts: StageCounts }
  | { readonly type: "run-finished"; readonly waiting: number; readonly failed: number };

export type Listener = (event: RunEvent) => void;
