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
import { type QueueAddress, parseQueueAddress, requireSecret } from "../queue/queue-address.ts";
import type { QueueServices } from "./fleet-services.ts";
import type { RunOptions } from "./options.ts";
import { ownProvider } from "./own-models.ts";
import type { Reporter } from "./reporter.ts";
import type { StagePlan } from "./stage-plan.ts";

export interface QueueRun {
  readonly address: QueueAddress;
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

const batchConflict = (option: string, hint: string) =>
  new PipelineError(
    "wrong-use",
    `--queue and ${option} cannot be used together: a batch needs no workers.`,
    { hint },
  );

/** Checks the queue that `--queue` names; undefined if it names none. Throws PipelineError("wrong-use") if the address is invalid, or if requests are to be sent in batches. */
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
  const address = parseQueueAddress(queueUrl, process.env);
  requireSecret(address);
  return { address, plan };
}

const QueueNote = z.object({ onQueue: z.object({ run: z.string() }) });

/** Unique name of a run, kept from its first start: even after a move, or in another container, it is still the same run. */
const runName = (directory: string) =>
  QueueNote.safeParse(readRunFile(directory)?.settings).data?.onQueue.run ??
  `${resolve(directory)} on ${hostname()}`;

/** Note for run.json that lets `status` find the queue; contains no user or password. */
export const queueNote = (queue: QueueRun | undefined, directory: string) =>
  queue ? { onQueue: { place: queue.address.displayAddress, run: runName(directory) } } : {};

/** Milliseconds to wait for the lease before telling the user why. */
const noticeDelay = 2000;

async function takeLease(connection: Connection, parts: QueueParts): Promise<OpenQueue> {
  const { directory, settings, plan, address, reporter, signal } = parts;
  for (const notice of await checkServer(connection.redis, address)) reporter.note(notice);
  const delayedNotice = setTimeout(
    () =>
      reporter.note(
        "Another run is using this queue, or has just ended: waiting a few seconds for it.",
      ),
    noticeDelay,
  );
  const opening = Coordinator.open({
    connection,
    address: address.displayAddress,
    run: runName(directory),
    lostAfter: settings.queue.lostAfter * 1000,
    onNotice: reporter.note,
    signal,
  });
  const coordinator = await opening.finally(() => clearTimeout(delayedNotice));
  const watch = watchFleet({ redis: connection.redis, address, onNotice: reporter.note, signal });
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
  const { address, settings, reporter, signal } = parts;
  const connection = await openConnection(address, {
    onTrouble: reporter.note,
    maxOutage: settings.queue.patience * 1000,
    signal,
  });
  try {
    return await takeLease(connection, parts);
  } catch (error) {
    await connection.close();
    throw error;
  }
}
