// `ragwright worker`: takes rows of the run on a queue until it is told to leave.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { lockDirectory } from "../engine/lock.ts";
import { openConnection } from "../queue/connection.ts";
import { type QueuePlace, queuePlace } from "../queue/place.ts";
import type { Kit, Permissions } from "../queue/engagement.ts";
import { runWorker } from "../queue/worker.ts";
import { wholeNumber } from "../run/numbers.ts";
import { createPrinter } from "./print.ts";
import type { Reporter } from "../run/reporter.ts";
import { interruption } from "../run/stage-run.ts";
import { openWorkerKit } from "../run/worker-kit.ts";

export interface WorkerFlags {
  readonly queue: string;
  readonly rows?: string;
  readonly out?: string;
}

const usualRows = 160;

function capacityOf(rows: string | undefined): number {
  const capacity = rows === undefined ? usualRows : wholeNumber("rows", rows);
  if (capacity >= 1 && capacity <= 100_000) return capacity;
  throw new PipelineError("wrong-use", `--rows takes a number from 1 to 100000, not ${rows}.`, { hint: `Leave it out for the usual ${usualRows}.` });
}

interface Folder {
  readonly directory: string;
  unlock(): void;
}

function namedFolder(directory: string): Folder {
  if (existsSync(join(directory, "run.json")))
    throw new PipelineError("wrong-use", `${directory} holds a run: a worker needs a folder of its own.`, { hint: "Name another one with --out, or leave it out." });
  return { directory, unlock: lockDirectory(directory) };
}

/** The first folder that no living worker has: one that was killed finds its own again. */
function freeFolder(): Folder {
  for (let number = 1; ; number++) {
    try {
      return namedFolder(join("out", "workers", String(number)));
    } catch (error) {
      if (!(error instanceof PipelineError && error.code === "locked")) throw error;
    }
  }
}

/** What a machine lacks for a run is mended there; what else a run could do instead is no worker's business. */
async function openKit(recipe: unknown, permissions: Permissions, directory: string): Promise<Kit> {
  try {
    return await openWorkerKit(recipe, permissions, directory);
  } catch (error) {
    if (!(error instanceof PipelineError) || error.code !== "bad-settings") throw error;
    const [remedy] = error.hint.split("  — ");
    throw new PipelineError(error.code, error.message, { hint: `${remedy}  — on the worker's machine; then stop the worker (Ctrl-C) and type its command again.`, cause: error });
  }
}

/** Returns the exit code, 0 when it was told to leave; it ends of itself only when Redis is lost. */
export async function worker({ queue, rows, out }: WorkerFlags): Promise<number> {
  const capacity = capacityOf(rows);
  const place = queuePlace(queue, process.env);
  const printer = createPrinter(false);
  const { directory, unlock } = out === undefined ? freeFolder() : namedFolder(out);
  try {
    await work({ place, directory, capacity, printer });
  } catch (error) {
    if (!(error instanceof PipelineError) || error.code !== "interrupted") throw error;
    // It was told to leave, and that is what it did.
    printer.note(error.message);
  } finally {
    unlock();
  }
  return 0;
}

interface Work {
  readonly place: QueuePlace;
  readonly directory: string;
  readonly capacity: number;
  readonly printer: Reporter;
}

async function work({ place, directory, capacity, printer }: Work): Promise<void> {
  const signal = interruption(printer);
  const connection = await openConnection(place, { onTrouble: printer.note, signal });
  try {
    const prepare = (recipe: unknown, permissions: Permissions) => openKit(recipe, permissions, directory);
    await runWorker({ connection, directory, capacity, prepare, onNotice: printer.note, signal });
  } finally {
    await connection.close();
  }
}
