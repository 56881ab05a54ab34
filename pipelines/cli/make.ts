// `ragwright make`: takes what there is, says what can be made of it and for how much, and makes it.

import { PipelineError } from "../engine/errors.ts";
import { make as makeBenchmark } from "../run/make.ts";
import { startJob } from "./job.ts";
import { endRun } from "./run.ts";
import { makeOptions, type RunFlags } from "./run-flags.ts";
import { askTerminal, isTerminal } from "./terminal.ts";

export interface MakeFlags extends RunFlags {
  readonly yes?: boolean;
}

const typed = () => process.argv.slice(2).map(word => (/[\s"'$]/.test(word) ? `'${word}'` : word));

/** PipelineError("wrong-use") where a model would be paid and nobody has said so. */
async function askToGoOn(): Promise<boolean> {
  if (isTerminal() && /^y(es)?$/i.test(await askTerminal("Go on? (y/N) "))) return true;
  throw new PipelineError(
    "wrong-use",
    "Nothing was sent: a paid model is asked only when it is agreed.",
    {
      hint: `Type: ragwright ${typed().join(" ")} --yes — or set a ceiling: --max-cost 5`,
    },
  );
}

/** Returns the exit code: 0 done, 1 failed rows, 2 not agreed, 3 waiting for replies. */
export async function make(paths: readonly string[], flags: MakeFlags): Promise<number> {
  const job = startJob(flags.json);
  const options = { ...makeOptions(flags), ...job.watched };
  const made = await makeBenchmark(paths, { ...options, agree: flags.yes ?? askToGoOn });
  return endRun(job, made, flags.until);
}
