// Progress, outcomes and calls of a run, and the queue it is on.

import { z } from "zod";
import type { QueueStatus, RunStatus, StatusOutput } from "../../schemas/output/status.ts";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";

/** In run.json, of a run that was last started on a queue. */
const Noted = z.object({ onQueue: z.object({ place: z.string(), run: z.string() }) });

/** Milliseconds for which Redis is waited for. */
const patience = 2000;

/** How far a run is. `queueUrl` is another way to the queue than the one the run took; a queue that cannot be looked at is told of beside the rest. */
export async function runStatus(
  directory: string,
  queueUrl: string | undefined,
): Promise<StatusOutput> {
  const status = openRun(directory).status();
  return { ...status, queue: await queueOf(status, queueUrl) };
}

async function queueOf(
  { settings, finished, running }: RunStatus,
  typed: string | undefined,
): Promise<QueueStatus | null> {
  const noted = Noted.safeParse(settings).data?.onQueue;
  // Workers that wait for another run are nothing of a finished one.
  const address = typed ?? (finished && running === null ? undefined : noted?.place);
  if (address === undefined) return null;
  // Most runs are on no queue: what speaks to Redis is loaded for those that are.
  const [{ queuePlace }, { readQueue, nothingSeen }] = await Promise.all([
    import("../queue/place.ts"),
    import("../queue/fleet-status.ts"),
  ]);
  try {
    const queue = await readQueue(queuePlace(address, process.env), patience);
    const isOther = queue.run !== null && noted !== undefined && queue.run !== noted.run;
    return isOther
      ? { ...queue, ...nothingSeen, run: queue.run, problem: `Another run is on it: ${queue.run}.` }
      : queue;
  } catch (error) {
    // An address that was typed is to be typed again; a noted one lacks something in this environment.
    if (typed !== undefined || !(error instanceof PipelineError)) throw error;
    return {
      place: address,
      reachable: false,
      problem: `${error.message} ${error.hint}`,
      ...nothingSeen,
    };
  }
}
