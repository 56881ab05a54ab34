// Puts a run on a queue: connects to its Redis and takes the coordinator's lease.

import { hostname } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import type { Settings } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { readRunFile } from "../engine/runner.ts";
import { type Connection, openConnection } from "../queue/connection.ts";
import { checkServer } from "../queue/server-check.ts";
import { Coordinator } from "../queue/coordinator.ts";
import { watchFleet } from "../queue/fleet-watch.ts";
import { type QueuePlace, queuePlace, requireSecret } from "../queue/place.ts";
import type { QueueServices } from "./fleet-services.ts";
import type { RunOptions } from "./options.ts";
import { ownProvider } from "./own-models.ts";
import type { Reporter } from "./reporter.ts";
import type { StagePlan } from "./stage-plan.ts";

export interface QueueRun {
  readonly place: QueuePlace;
  readonly plan: StagePlan;
}

export interface QueueParts extends QueueRun {
  readonly directory: string;
  readonly settings: Settings;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
}

export interface OpenQueue {
  readonly services: QueueServices;
  close(): Promise<void>;
}

const batchConflict = (what: string, hint: string) =>
  new PipelineError(
    "wrong-use",
    `--queue and ${what} exclude each other: a batch needs no workers.`,
    { hint },
  );

/** Checks the queue that `--queue` names; undefined if it names none. Throws PipelineError("wrong-use") if the address is invalid, or requests are to go by batch. */
export function queueRun(
  { queueUrl, batch, stages }: Pick<RunOptions, "queueUrl" | "batch" | "stages">,
  settings: Settings,
  plan: StagePlan,
): QueueRun | undefined {
  if (queueUrl === undefined) return undefined;
  if (batch !== undefined) throw batchConflict("--batch", "Remove one of them.");
  const models = [settings.model, ...Object.values(settings.models)];
  if (stages !== undefined || models.some(({ model }) => model?.startsWith(`${ownProvider}:`)))
    throw new PipelineError(
      "wrong-use",
      "Workers cannot run stages or models that a program passes in.",
      { hint: "Remove the queue, or these stages and models." },
    );
  if (models.some(model => model.batch === true))
    throw batchConflict(
      "batch: true in the settings",
      "Remove batch from the settings, or remove --queue.",
    );
  const place = queuePlace(queueUrl, process.env);
  requireSecret(place);
  return { place, plan };
}

const QueueNote = z.object({ onQueue: z.object({ run: z.string() }) });

/** Unique name of a run. It keeps the name of its first start: moved, or in another container, it is still the same run. */
const runName = (directory: string) =>
  QueueNote.safeParse(readRunFile(directory)?.settings).data?.onQueue.run ??
  `${resolve(directory)} on ${hostname()}`;

/** Note for run.json, so that `status` finds the queue: without user and password. */
export const queueNote = (queue: QueueRun | undefined, directory: string) =>
  queue ? { onQueue: { place: queue.place.shown, run: runName(directory) } } : {};

/** Milliseconds of waiting for the lease after which the user is told why. */
const noticeDelay = 2000;

async function takeLease(connection: Connection, parts: QueueParts): Promise<OpenQueue> {
  const { directory, settings, plan, place, reporter, signal } = parts;
  for (const notice of await checkServer(connection.redis, place)) reporter.note(notice);
  const delayedNotice = setTimeout(
    () =>
      reporter.note(
        "Another run is using this queue, or has just ended: waiting a few seconds for it.",
      ),
    noticeDelay,
  );
  const opening = Coordinator.open({
    connection,
    place: place.shown,
    run: runName(directory),
    lostAfter: settings.queue.lostAfter * 1000,
    onNotice: reporter.note,
    signal,
  });
  const coordinator = await opening.finally(() => clearTimeout(delayedNotice));
  const watch = watchFleet({ redis: connection.redis, place, onNotice: reporter.note, signal });
  return {
    services: { coordinator, plan },
    close: async () => {
      watch.end();
      await coordinator.close();
      await connection.close();
    },
  };
}

/** The caller holds the run directory's lock. Throws PipelineError("queue") if Redis does not answer, "locked" if another run is using that queue. */
export async function openQueue(parts: QueueParts): Promise<OpenQueue> {
  const { place, settings, reporter, signal } = parts;
  const connection = await openConnection(place, {
    onTrouble: reporter.note,
    patience: settings.queue.patience * 1000,
    signal,
  });
  try {
    return await takeLease(connection, parts);
  } catch (error) {
    await connection.close();
    throw error;
  }
}
