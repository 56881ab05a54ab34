// Runs one row through one stage: its context, its reads and model calls, and the journal entry for its outcome.

import { outcomeFields, type OutcomeLine, type ReadRecord } from "./outcome-journal.ts";
import { ParkedError, PipelineError, ReplyError } from "./errors.ts";
import { hashOf } from "./fingerprint.ts";
import type { Ask, Outcome, Stage, StageContext, Table, Tables } from "./stage.ts";
import { type FinishedArtifact, recordingTable } from "./finished-artifact.ts";

/** The row that calls models. */
export interface RowCaller {
  /** Id of the row. */
  readonly row: string;
  /** Receives the journal key of every reply that the row gets. */
  readonly onCall: (key: string) => void;
}

/** Creates the `ask` function of one row. */
export type CreateAsk = (stage: string, caller: RowCaller) => Ask;

/** Derives a whole number from the run's random seed and the parts, and nothing else. */
export const seedFrom = (randomSeed: number, parts: readonly string[]) =>
  Number.parseInt(hashOf([randomSeed, ...parts]).slice(0, 8), 16);

interface TrackedAsks {
  /** The same `ask`, with its calls tracked. */
  readonly ask: Ask;
  /** Waits until every call has ended, including those started because another ended. */
  settle(): Promise<void>;
  /** Whether a reply will come later, from a batch file. */
  parked(): boolean;
  /** An error that must stop the run even if the stage swallowed it: neither a failed reply nor one still to come. */
  fatal(): { readonly error: unknown } | undefined;
}

function trackAsks(ask: Ask): TrackedAsks {
  const inFlight = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const track = (reply: Promise<unknown>) => {
    const end: Promise<void> = reply
      .then(
        () => undefined,
        error => void errors.push(error),
      )
      .finally(() => inFlight.delete(end));
    inFlight.add(end);
  };
  return {
    ask: (prompt, language, variables, options) => {
      const reply = ask(prompt, language, variables, options);
      track(reply);
      return reply;
    },
    settle: async () => {
      do {
        await Promise.all(inFlight);
        // The stage may call again once it has a reply: it does so before the event loop's next turn.
        await new Promise<void>(resolve => setImmediate(resolve));
      } while (inFlight.size > 0);
    },
    parked: () => errors.some(error => error instanceof ParkedError),
    fatal: () => {
      const index = errors.findIndex(
        error => !(error instanceof ParkedError) && !(error instanceof ReplyError),
      );
      return index < 0 ? undefined : { error: errors[index] };
    },
  };
}

/** The lookups of a stage as tables that record what is read. */
export function recordingTables(
  stage: Stage,
  finished: (name: string) => FinishedArtifact,
  reads: Map<string, ReadRecord>,
): Record<string, Table<Record<string, unknown>>> {
  const entries = Object.entries(stage.lookup ?? {});
  return Object.fromEntries(
    entries.map(([name, artifact]) => [name, recordingTable(finished(artifact.name), reads)]),
  );
}

export interface RowRun {
  readonly stage: Stage & {
    each(row: never, context: StageContext<never>): Promise<Outcome<object>> | Outcome<object>;
  };
  readonly input: string;
  readonly row: object;
  readonly fingerprint: string;
  readonly finished: (name: string) => FinishedArtifact;
  readonly randomSeed: number;
}

export type RowEnd =
  | { readonly done: Omit<OutcomeLine, "rows">; readonly rows: object[] }
  | "parked";

/** Returns the row's result once every model call it started has ended. Throws only errors that must stop the run: one for the user, or a bug. */
export async function runRow(run: RowRun, createAsk: CreateAsk): Promise<RowEnd> {
  const reads = new Map<string, ReadRecord>();
  const callKeys = new Set<string>();
  const asks = trackAsks(
    createAsk(run.stage.name, { row: run.input, onCall: key => callKeys.add(key) }),
  );
  const context = {
    tables: recordingTables(run.stage, run.finished, reads),
    ask: asks.ask,
    seedFor: (...parts: string[]) => seedFrom(run.randomSeed, parts),
  } satisfies StageContext<Tables> as StageContext<never>;
  const end = await resultOf(async () => run.stage.each(run.row as never, context));
  if (run.stage.prompts.length > 0) await asks.settle();
  const fatal =
    asks.fatal() ??
    ("error" in end && !(end.error instanceof ParkedError) && !(end.error instanceof ReplyError)
      ? end
      : undefined);
  if (fatal) throw withRowContext(fatal.error, run.stage.name, run.input);
  if (asks.parked() || ("error" in end && end.error instanceof ParkedError)) return "parked";
  const journal = {
    input: run.input,
    fingerprint: run.fingerprint,
    calls: [...callKeys].sort(),
    reads: [...reads.values()],
  };
  if ("error" in end)
    return { done: { ...journal, ...outcomeOfError(end.error as ReplyError) }, rows: [] };
  return {
    done: { ...journal, outcome: end.outcome.outcome, ...outcomeFields(end.outcome) },
    rows: end.outcome.rows,
  };
}

type WorkResult = { readonly outcome: Outcome<object> } | { readonly error: unknown };

async function resultOf(work: () => Promise<Outcome<object>>): Promise<WorkResult> {
  try {
    return { outcome: await work() };
  } catch (error) {
    return { error };
  }
}

const outcomeOfError = ({ kind, code, message: detail, rawReply: reply }: ReplyError) =>
  kind === "declined"
    ? ({ outcome: "declined", code, detail } as const)
    : ({ outcome: "failed", code, detail, kind, reply } as const);

/** Does work on a row of a stage; if it throws a bug, adds the stage and the row to its message. */
export function withRowInErrors<T>(stage: Stage, input: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw withRowContext(error, stage.name, input);
  }
}

/** Adds the stage and the row to a bug and keeps its stack; an error for the user or an interruption stays unchanged. */
function withRowContext(error: unknown, stage: string, input: string): unknown {
  if (error instanceof PipelineError || (error instanceof Error && error.name === "AbortError"))
    return error;
  const original = error instanceof Error ? error : new Error(String(error));
  const bug = new Error(`${stage}, row ${input}: ${original.message}`, { cause: error });
  bug.name = original.name;
  const frames = original.stack?.split("\n").filter(line => /^ +at /.test(line)) ?? [];
  bug.stack = [`${bug.name}: ${bug.message}`, ...frames].join("\n");
  return bug;
}
