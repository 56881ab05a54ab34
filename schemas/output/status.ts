// What `status --json` prints: how far a run is, and the queue it is on.

import { z } from "zod";

/** Counts by reason code. */
const Reasons = z.record(z.string(), z.int());

export const ArtifactStatus = z.strictObject({
  artifact: z.string(),
  /** Inputs that have an outcome. */
  inputs: z.int(),
  rows: z.int(),
  made: z.int(),
  rejected: Reasons,
  declined: Reasons,
  failed: Reasons,
  /** Rows a person edited. */
  edited: z.int(),
  /** Its stage ended; the artifact is in its final order. */
  finished: z.boolean(),
});
export type ArtifactStatus = z.output<typeof ArtifactStatus>;

export const StageStatus = ArtifactStatus.extend({
  name: z.string(),
  over: z.string(),
  /** Rows its input artifact has now, those too that the stage is not for; null for a stage that takes them all at once. */
  of: z.int().nullable(),
});
export type StageStatus = z.output<typeof StageStatus>;

/** Calls and tokens of one stage with one model, those by batch apart. */
export const CallStatus = z.strictObject({
  stage: z.string(),
  model: z.string(),
  /** Whether they came through a batch, at a batch's price. */
  batch: z.boolean(),
  calls: z.int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Of the input tokens. */
  cachedTokens: z.number(),
  /** USD; null where no price was noted for the model. */
  cost: z.number().nullable(),
});
export type CallStatus = z.output<typeof CallStatus>;

/** Attempts that ended without reply though the service may have done the work. */
export const Unanswered = z.strictObject({
  attempts: z.int(),
  /** USD, at most. */
  most: z.number(),
});
export type Unanswered = z.output<typeof Unanswered>;

/** What the run has cost so far. */
export const Spending = z.strictObject({
  /** USD for the calls whose price is known; null where the run noted no prices. */
  cost: z.number().nullable(),
  /** Models that were asked and have no price. */
  unpriced: z.array(z.string()),
  /** Calls beside which no cost was noted: they count at the prices of the last start. */
  repriced: z.int(),
  /** USD the run may cost in all; null without a ceiling. */
  maxCost: z.number().nullable(),
  unanswered: Unanswered.nullable(),
});
export type Spending = z.output<typeof Spending>;

/** The process that has a directory. */
export const Holder = z.strictObject({
  pid: z.int(),
  /** Whether it runs among the processes that this one sees. If not, one look cannot tell whether it lives. */
  isHere: z.boolean(),
  /** Null where an earlier version did not write it. */
  host: z.string().nullable(),
  /** ISO time by the holder's clock; null where an earlier version did not write it. */
  since: z.string().nullable(),
  /** ISO time by the holder's clock: one that lives gives a sign every few seconds. */
  lastSign: z.string(),
});
export type Holder = z.output<typeof Holder>;

export const RunStatus = z.strictObject({
  directory: z.string(),
  /** The process that the run goes on in now, or null. Of one elsewhere only its last sign tells whether it lives. */
  running: Holder.nullable(),
  /** Every stage ended. */
  finished: z.boolean(),
  settings: z.unknown(),
  inputs: z.array(ArtifactStatus),
  stages: z.array(StageStatus),
  calls: z.array(CallStatus),
  spending: Spending,
});
export type RunStatus = z.output<typeof RunStatus>;

/** A worker; what it has not told is null. */
export const WorkerStatus = z.strictObject({
  name: z.string(),
  /** `waits`: there is no run for it, or it has not looked at this one yet. `silent`: no sign for longer than 10 s. */
  state: z.enum(["works", "waits", "refuses", "leaving", "silent"]),
  host: z.string().nullable(),
  /** ISO time of its start. */
  since: z.string().nullable(),
  /** Rows it works on, and takes at most. */
  rows: z.int(),
  capacity: z.int().nullable(),
  /** Calls it makes now. */
  calls: z.int(),
  /** Rows it has ended since its start. */
  ended: z.int(),
  /** Milliseconds since its last sign. */
  lastSign: z.number().nullable(),
  /** Why it takes no rows of this run. */
  refuses: z.string().nullable(),
});
export type WorkerStatus = z.output<typeof WorkerStatus>;

/** What one look at a queue brings. */
export const QueueStatus = z.strictObject({
  /** Of Redis, without credentials. */
  place: z.string(),
  reachable: z.boolean(),
  /** Why it could not be looked at. */
  problem: z.string().nullable(),
  /** Whether the coordinator of a run is there. */
  coordinator: z.boolean(),
  /** Directory and machine of the run that is announced there. */
  run: z.string().nullable(),
  /** That wait for a worker, and that are with one. */
  rows: z.strictObject({ waiting: z.int(), withWorkers: z.int() }),
  /** In flight over the fleet. */
  calls: z.int(),
  workers: z.array(WorkerStatus),
});
export type QueueStatus = z.output<typeof QueueStatus>;

export const StatusOutput = RunStatus.extend({
  /** Null where the run is on no queue. */
  queue: QueueStatus.nullable(),
});
export type StatusOutput = z.output<typeof StatusOutput>;
