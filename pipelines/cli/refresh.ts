// `ragwright refresh`: makes a fresh split with the recipe of an earlier run, from newer articles.

import { refresh as refreshSplit } from "../run/run.ts";
import { startJob } from "./job.ts";
import { endRun } from "./run.ts";
import { runOptions, type RunFlags } from "./run-flags.ts";

/** Returns the exit code, as `run` does. Without a settings file, the recipe is the earlier run's. */
export async function refresh(older: string, flags: RunFlags): Promise<number> {
  const job = startJob(flags.json);
  const result = await refreshSplit({
    ...runOptions("crud", flags),
    settings: flags.settings,
    older,
    ...job.jobOptions,
  });
  return endRun(job, result, flags.until);
}
