// `ragwright plan`: what the same command with `run` would ask, send and cost, before anything is paid.

import { join } from "node:path";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { planRun } from "../run/plan-run.ts";
import { planText } from "./plan-text.ts";
import { createPrinter } from "./print.ts";
import { placeFor } from "../run/services.ts";
import type { RunFlags } from "../run/settings.ts";
import { wingNamed } from "../run/wings.ts";

/** Writes plan.json beside the run and prints it; returns the exit code. */
export async function plan(name: string, flags: RunFlags): Promise<number> {
  const wing = wingNamed(name, "plan");
  const printer = createPrinter(flags.json === true);
  printer.note("Counting by a dry run with rules; nothing is sent.");
  const directory = flags.out ?? join("out", wing);
  const { plan: planned, ...told } = await planRun({ wing, flags, directory, placeOf: model => placeFor(model, { directory, batch: flags.batch }), signal: interruption() });
  const path = join(directory, "plan.json");
  replaceFile(path, [`${JSON.stringify(planned, null, 2)}\n`]);
  printer.result(planned, planText(planned, { path, ...told }));
  return 0;
}

/** Ctrl-C ends the dry run so that its folder is removed; a second one leaves at once. */
function interruption(): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort(new PipelineError("interrupted", "Stopped.", { hint: "Nothing was written. Type the same command again to plan anew." }));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return stop.signal;
}
