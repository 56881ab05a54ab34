// Puts a run on a queue: connects to its Redis and takes the coordinator's seat.

import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Settings } from "../../schemas/settings.ts";
import { checkServer, type Connection, openConnection } from "../queue/connection.ts";
import { Coordinator } from "../queue/coordinator.ts";
import { queuePlace } from "../queue/place.ts";
import type { QueueServices } from "./fleet-services.ts";
import type { Printer } from "./print.ts";
import type { StagePlan } from "./stage-plan.ts";

export interface QueueRun {
  /** As typed. */
  readonly url: string;
  readonly plan: StagePlan;
}

export interface QueueParts extends QueueRun {
  readonly directory: string;
  readonly settings: Settings;
  readonly printer: Printer;
  readonly signal: AbortSignal;
}

export interface OpenQueue {
  readonly services: QueueServices;
  close(): Promise<void>;
}

async function seated(connection: Connection, place: string, { directory, settings, plan, printer, signal }: QueueParts): Promise<OpenQueue> {
  for (const notice of await checkServer(connection.redis)) printer.note(notice);
  const coordinator = await Coordinator.open({
    connection,
    place,
    run: `${resolve(directory)} on ${hostname()}`,
    lostAfter: settings.queue.lostAfter * 1000,
    onNotice: printer.note,
    signal,
  });
  return {
    services: { coordinator, plan },
    close: async () => {
      await coordinator.close();
      await connection.close();
    },
  };
}

/** The caller holds the run directory's lock. PipelineError("queue") where Redis does not answer, "locked" where another run is on that queue. */
export async function openQueue(parts: QueueParts): Promise<OpenQueue> {
  const { url, settings, printer, signal } = parts;
  const place = queuePlace(url, process.env);
  const connection = await openConnection(place, { onTrouble: printer.note, patience: settings.queue.patience * 1000, signal });
  try {
    return await seated(connection, place.shown, parts);
  } catch (error) {
    await connection.close();
    throw error;
  }
}
