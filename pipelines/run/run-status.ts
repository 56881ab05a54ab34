// Reads progress, outcomes and calls of a run, and the state of its queue.

import { z } from "zod";
import type { QueueStatus, RunStatus, StatusOutput } from "../../schemas/output/status.ts";
import { PipelineError } from "../engine/errors.ts";
import { openRun } from "../engine/open-run.ts";

/** Note in run.json of a run that was last started on a queue. */
const QueueNote = z.object({ onQueue: z.object({ place: z.string(), run: z.string() }) });

/** Milliseconds to wait for Redis. */
const maxWait = 2000;

/** Progress of a run. `queueUrl` is the queue's address if different from the one the run used; a queue that cannot be read is reported as a problem. */
export async function runStatus(
  directory: string,
  queueUrl: string | undefined,
): Promise<StatusOutput> {
  const status = openRun(directory).status();
  return { ...status, queue: await queueOf(status, queueUrl) };
}

async function queueOf(
  { settings, finished, running }: RunStatus,
  typedUrl: string | undefined,
): Promise<QueueStatus | null> {
  const queueNote = QueueNote.safeParse(settings).data?.onQueue;
  // Workers waiting for another run have nothing to do with a finished one.
  const address = typedUrl ?? (finished && running === null ? undefined : queueNote?.place);
  if (address === undefined) return null;
  // Most runs do not use a queue: the Redis client is loaded only if needed.
  const [{ parseQueueAddress }, { readQueue, emptyStatus }] = await Promise.all([
    import("../queue/queue-address.ts"),
    import("../queue/fleet-status.ts"),
  ]);
  try {
    const queue = await readQueue(parseQueueAddress(address, process.env), maxWait);
    const isOtherRun = queue.run !== null && queueNote !== undefined && queue.run !== queueNote.run;
    return isOtherRun
      ? {
          ...queue,
          ...emptyStatus,
          run: queue.run,
          problem: `Another run is using the queue: ${queue.run}.`,
        }
      : queue;
  } catch (error) {
    // A typed address must be corrected by the user; a recorded one fails because something is missing in this environment.
    if (typedUrl !== undefined || !(error instanceof PipelineError)) throw error;
    return {
      place: address,
      reachable: false,
      problem: `${error.message} ${error.hint}`,
      ...emptyStatus,
    };
  }
}
