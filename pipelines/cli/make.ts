// `ragwright make`: finds out what the input is, says what can be made from it and at what cost, and makes it.

import { PipelineError } from "../engine/errors.ts";
import { make as makeBenchmark } from "../run/make.ts";
import { startJob } from "./job.ts";
import { endRun } from "./run.ts";
import { makeOptions, type RunFlags } from "./run-flags.ts";
import { askTerminal, isTerminal } from "./terminal.ts";

export interface MakeFlags extends RunFlags {
  readonly yes?: boolean;
}

const typedArguments = () =>
  process.argv
    .slice(2)
    .map(word => (/[^\w./:=,@%+-]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word));

/** Throws PipelineError("wrong-use") unless the user agrees to calling a paid model. */
async function askForConsent(): Promise<boolean> {
  if (isTerminal() && /^y(es)?$/i.test(await askTerminal("Continue? (y/N) "))) return true;
  throw new PipelineError(
    "wrong-use",
    "Nothing was sent: a paid model is called only with your consent.",
    {
      hint: `Type: ragwright ${typedArguments().join(" ")} --yes — or, if the model has a price, set a ceiling in USD: --max-cost 5`,
    },
  );
}

/** Returns the exit code: 0 done, 1 failed rows, 3 waiting for replies. Throws PipelineError("wrong-use") without consent. */
export async function make(paths: readonly string[], flags: MakeFlags): Promise<number> {
  const job = startJob(flags.json);
  const options = { ...makeOptions(flags), ...job.jobOptions };
  const result = await makeBenchmark(paths, { ...options, agree: flags.yes ?? askForConsent });
  return endRun(job, result, flags.until);
}
