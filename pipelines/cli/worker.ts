// `ragwright worker`: takes rows of the run on a queue until it is told to leave.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { lockDirectory, lockHolder } from "../engine/lock.ts";
import { openConnection } from "../queue/connection.ts";
import { queuePlace } from "../queue/place.ts";
import { runWorker } from "../queue/worker.ts";
import { wholeNumber } from "./numbers.ts";
import { createPrinter } from "./print.ts";
import { interruption } from "./stage-run.ts";
import { openWorkerKit } from "./worker-kit.ts";

export interface WorkerFlags {
  readonly queue: string;
  readonly rows?: string;
  readonly out?: string;
}

const usualRows = 160;

/** The first folder that no living worker has: one that was killed finds its own again. */
function freeFolder(): string {
  for (let number = 1; ; number++) {
    const folder = join("out", "workers", String(number));
    if (!existsSync(folder) || lockHolder(folder) === undefined) return folder;
  }
}

/** Returns the exit code; it ends only when it is told to, or when Redis is lost. */
export async function worker({ queue, rows, out }: WorkerFlags): Promise<number> {
  const printer = createPrinter(false);
  const signal = interruption(printer);
  const directory = out ?? freeFolder();
  const unlock = lockDirectory(directory);
  try {
    const connection = await openConnection(queuePlace(queue, process.env), { onTrouble: printer.note, signal });
    try {
      const capacity = rows === undefined ? usualRows : wholeNumber("rows", rows);
      if (capacity < 1) throw new PipelineError("wrong-use", "--rows is at least 1.", { hint: "Leave it out for the usual number." });
      await runWorker({
        connection,
        directory,
        capacity,
        prepare: (recipe, permissions) => openWorkerKit(recipe, permissions, directory),
        onNotice: printer.note,
        signal,
      });
      return 0;
    } finally {
      await connection.close();
    }
  } finally {
    unlock();
  }
}
