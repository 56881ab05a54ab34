// `ragwright worker`: processes rows of the run on a queue until told to stop.

import { PipelineError } from "../engine/errors.ts";
import { work } from "../run/run-worker.ts";
import type { AllowanceOptions } from "../run/worker-allowances.ts";
import { startJob } from "./job.ts";
import { parseWholeNumber } from "./parse-numbers.ts";

interface WorkerFlags extends AllowanceOptions {
  readonly queue: string;
  readonly rows?: string;
  readonly out?: string;
}

function capacityOf(rows: string): number {
  const capacity = parseWholeNumber("rows", rows);
  if (capacity >= 1 && capacity <= 100_000) return capacity;
  throw new PipelineError("wrong-use", `--rows must be a number from 1 to 100000, not ${rows}.`, {
    hint: "Leave out --rows for the default, 160.",
  });
}

/** Returns the exit code: 0 once it has been told to stop. */
export async function worker({ queue, rows, out, ...allowances }: WorkerFlags): Promise<number> {
  const capacity = rows === undefined ? undefined : capacityOf(rows);
  await work({
    queueUrl: queue,
    rows: capacity,
    out,
    ...allowances,
    ...startJob(false).jobOptions,
  });
  return 0;
}
