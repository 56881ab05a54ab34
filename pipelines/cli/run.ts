// `ragwright run`: makes a benchmark and prints a summary.

import { run as runWing, type RunEnded, type RunResult } from "../run/run.ts";
import { endJob, type Job, startJob } from "./job.ts";
import { runOptions, type RunFlags } from "./run-flags.ts";
import { stoppedText, summaryText } from "./summary-text.ts";
import { parseWing } from "./parse-wing.ts";

/** Returns the exit code: 0 done, 1 failed rows, 3 waiting for replies. */
export async function run(name: string, flags: RunFlags): Promise<number> {
  const wing = parseWing(name, "run");
  const job = startJob(flags.json);
  return endRun(job, await runWing({ ...runOptions(wing, flags), ...job.jobOptions }), flags.until);
}

/** Prints what a run made; returns the exit code. */
export const endRun = (job: Job, result: RunResult, until: string | undefined): number =>
  endJob<RunEnded>(job, result, ended =>
    until === undefined ? summaryText(ended) : stoppedText(ended, until),
  );
