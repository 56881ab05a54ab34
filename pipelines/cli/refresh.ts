// `ragwright refresh`: makes a fresh split from newer articles, with the recipe of an earlier run.

import { refresh as refreshSplit } from "../run/run.ts";
import { startJob } from "./job.ts";
import { endRun } from "./run.ts";
import { runOptions, type RunFlags } from "./run-flags.ts";

/** Returns the exit code, as `run` does. Without a settings file, the settings of the earlier run apply. */
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
