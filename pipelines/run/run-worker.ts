// Runs a worker: takes rows of the run on a queue until it is told to stop.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { type DirectoryLock, lockDirectory, type LockOptions } from "../engine/lock.ts";
import { openConnection } from "../queue/connection.ts";
import { parseQueueAddress, requireSecret } from "../queue/queue-address.ts";
import type { WorkerKit, Permissions } from "../queue/worker-session.ts";
import { runWorker } from "../queue/worker.ts";
import type { Reporter } from "./reporter.ts";
import { settingsIn } from "./settings.ts";
import { type AllowanceOptions, allowancesOf } from "./worker-allowances.ts";
import { type KitOptions, openWorkerKit } from "./worker-kit.ts";

export interface WorkOptions extends AllowanceOptions {
  /** Address of the run's Redis. */
  readonly queueUrl: string;
  /** Number of rows processed at once. Default: 160. */
  readonly rows?: number | undefined;
  /** The worker's own folder. Default: the first free one of `out/workers/1, 2, …`. */
  readonly out?: string | undefined;
  /** Abort it to stop the worker: the worker finishes the rows it has. */
  readonly signal: AbortSignal;
  readonly reporter: Pick<Reporter, "note">;
}

interface Folder {
  readonly directory: string;
  readonly lock: DirectoryLock;
}

async function namedFolder(directory: string, options: LockOptions): Promise<Folder> {
  if (existsSync(join(directory, "run.json")))
    throw new PipelineError(
      "wrong-use",
      `${directory} contains a run: a worker needs its own folder.`,
      { hint: "Name a different folder with --out, or remove --out." },
    );
  return { directory, lock: await lockDirectory(directory, options) };
}

/** The first folder that no running worker has locked, so that a worker that was killed gets its old folder back. */
async function freeFolder(options: LockOptions): Promise<Folder> {
  for (let number = 1; ; number++) {
    try {
      return await namedFolder(join("out", "workers", String(number)), options);
    } catch (error) {
      if (!(error instanceof PipelineError && error.code === "locked")) throw error;
    }
  }
}

/** Opens the kit; error hints keep only the remedies that apply to the worker's machine, not the run's alternatives. */
async function openKit(options: KitOptions): Promise<WorkerKit> {
  try {
    return await openWorkerKit(options);
  } catch (error) {
    if (!(error instanceof PipelineError) || error.code !== "bad-settings") throw error;
    const [remedy] = error.hint.split("  — ");
    throw new PipelineError(error.code, error.message, {
      hint: `${remedy}  — on the worker's machine; then stop the worker (Ctrl-C) and run its command again.`,
      cause: error,
    });
  }
}

/** Works until it is told to stop; it ends by itself only if Redis is lost. */
export async function work({
  queueUrl,
  rows: capacity = 160,
  out,
  signal,
  reporter: { note },
  ...allowanceOptions
}: WorkOptions): Promise<void> {
  const address = parseQueueAddress(queueUrl, process.env);
  requireSecret(address);
  const allowances = allowancesOf(allowanceOptions, settingsIn(), process.env);
  const lockOptions = { onNotice: note, signal };
  const { directory, lock } = await (out === undefined
    ? freeFolder(lockOptions)
    : namedFolder(out, lockOptions));
  try {
    const connection = await openConnection(address, { onTrouble: note, signal });
    try {
      const prepare = (recipe: unknown, permissions: Permissions) =>
        openKit({ receivedPlan: recipe, permissions, directory, allowances });
      await runWorker({
        connection,
        directory,
        capacity,
        prepare,
        onNotice: note,
        signal,
        checkLock: lock.check,
      });
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (!(error instanceof PipelineError) || error.code !== "interrupted") throw error;
    // The worker was told to stop, which is not an error.
    note(error.message);
  } finally {
    lock.release();
  }
}
