// Output of `status --json`: the progress of a run, and its queue.

import { z } from "zod";

/** Counts by reason code. */
const ReasonCounts = z.record(z.string(), z.int());

export const ArtifactStatus = z.strictObject({
  artifact: z.string(),
  /** Inputs with an outcome. */
  inputs: z.int(),
  rows: z.int(),
  made: z.int(),
  rejected: ReasonCounts,
  declined: ReasonCounts,
  failed: ReasonCounts,
  /** Rows edited by a person. */
  edited: z.int(),
  /** Whether its stage has ended, so that the artifact is in its final order. */
  finished: z.boolean(),
});
export type ArtifactStatus = z.output<typeof ArtifactStatus>;

export const StageStatus = ArtifactStatus.extend({
  name: z.string(),
  /** Name of its input artifact. */
  over: z.string(),
  /** Number of rows in that artifact now, including those that the stage skips; null for a stage that takes them all at once. */
  of: z.int().nullable(),
});
export type StageStatus = z.output<typeof StageStatus>;

/** Calls and tokens of one stage with one model; batch calls are listed separately. */
export const CallStatus = z.strictObject({
  stage: z.string(),
  model: z.string(),
  /** Whether they went through a batch, at batch prices. */
  batch: z.boolean(),
  calls: z.int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Input tokens read from the cache. */
  cachedTokens: z.number(),
  /** USD; null if no price was recorded for the model. */
  cost: z.number().nullable(),
});
export type CallStatus = z.output<typeof CallStatus>;

/** Attempts without a reply, although the service may have done the work. */
export const UnansweredCalls = z.strictObject({
  attempts: z.int(),
  /** Upper bound in USD. */
  most: z.number(),
});
export type UnansweredCalls = z.output<typeof UnansweredCalls>;

/** What the run has cost so far. */
export const Spending = z.strictObject({
  /** USD for the calls with a known price; null if the run recorded no prices. */
  cost: z.number().nullable(),
  /** Models used that have no price. */
  unpriced: z.array(z.string()),
  /** Number of calls without a recorded cost, which are counted at the prices known when the run last started. */
  repriced: z.int(),
  /** Ceiling in USD for the whole run; null without one. */
  maxCost: z.number().nullable(),
  unanswered: UnansweredCalls.nullable(),
});
export type Spending = z.output<typeof Spending>;

/** The process that has locked a directory. */
export const Holder = z.strictObject({
  pid: z.int(),
  /** Whether it is among the processes visible to this one. If it is not, a single check cannot tell whether it is alive. */
  isHere: z.boolean(),
  /** Null if an earlier version did not write it. */
  host: z.string().nullable(),
  /** ISO time by the holder's clock; null if an earlier version did not write it. */
  since: z.string().nullable(),
  /** ISO time of its last heartbeat, by the holder's clock; a live process sends one every few seconds. */
  lastSign: z.string(),
});
export type Holder = z.output<typeof Holder>;

export const RunStatus = z.strictObject({
  directory: z.string(),
  /** The process that is running it now, or null. For a process elsewhere, only its last heartbeat shows whether it is alive. */
  running: Holder.nullable(),
  /** Whether every stage has ended. */
  finished: z.boolean(),
  settings: z.unknown(),
  inputs: z.array(ArtifactStatus),
  stages: z.array(StageStatus),
  calls: z.array(CallStatus),
  spending: Spending,
});
export type RunStatus = z.output<typeof RunStatus>;

/** A worker; a value that it has not reported is null. */
export const WorkerStatus = z.strictObject({
  name: z.string(),
  /** `waits`: there is no run for it, or it has not seen this one yet. `silent`: no heartbeat for more than 10 s. */
  state: z.enum(["works", "waits", "refuses", "leaving", "silent"]),
  host: z.string().nullable(),
  /** ISO time of its start. */
  since: z.string().nullable(),
  /** Rows in progress. */
  rows: z.int(),
  /** Maximum number of rows in progress. */
  capacity: z.int().nullable(),
  /** Calls in progress. */
  calls: z.int(),
  /** Rows finished since its start. */
  ended: z.int(),
  /** Milliseconds since its last heartbeat. */
  lastSign: z.number().nullable(),
  /** Why it will not take rows from this run. */
  refuses: z.string().nullable(),
});
export type WorkerStatus = z.output<typeof WorkerStatus>;

/** A snapshot of a queue. */
export const QueueStatus = z.strictObject({
  /** Address of Redis, without credentials. */
  place: z.string(),
  reachable: z.boolean(),
  /** Why the queue could not be read. */
  problem: z.string().nullable(),
  /** Whether a run's coordinator is present. */
  coordinator: z.boolean(),
  /** Directory and machine of the run that uses the queue; null if there is none. */
  run: z.string().nullable(),
  /** Rows waiting for a worker, and rows with one. */
  rows: z.strictObject({ waiting: z.int(), withWorkers: z.int() }),
  /** Calls in flight on all workers. */
  calls: z.int(),
  workers: z.array(WorkerStatus),
});
export type QueueStatus = z.output<typeof QueueStatus>;

export const StatusOutput = RunStatus.extend({
  /** Null if the run does not use a queue. */
  queue: QueueStatus.nullable(),
});
export type StatusOutput = z.output<typeof StatusOutput>;
