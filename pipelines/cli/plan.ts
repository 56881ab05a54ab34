// `ragwright plan`: what the same command with `run` would ask, send and cost, before anything is paid.

import { join } from "node:path";
import { Command } from "commander";
import { Wing } from "../../schemas/settings.ts";
import { PipelineError } from "../engine/errors.ts";
import { replaceFile } from "../engine/files.ts";
import { planRun } from "./plan-run.ts";
import { planText } from "./plan-text.ts";
import { createPrinter } from "./print.ts";
import { runCommand } from "./run.ts";
import { placeFor } from "./services.ts";
import type { RunFlags } from "./settings.ts";
import { wingNamed } from "./wings.ts";

export const planCommand = new Command("plan")
  .description("calls, tokens and cost of a run by stage, before paying; takes the options of run and sends nothing")
  .argument("<wing>", Wing.options.join(" or "))
  .action(async (name: string, flags: RunFlags) => {
    const wing = wingNamed(name, "plan");
    const printer = createPrinter(flags.json === true);
    printer.note("Counting by a dry run with rules; nothing is sent.");
    const directory = flags.out ?? join("out", wing);
    const { plan, ...told } = await planRun({ wing, flags, directory, placeOf: model => placeFor(model, { directory, batch: flags.batch }), signal: interruption() });
    const path = join(directory, "plan.json");
    replaceFile(path, [`${JSON.stringify(plan, null, 2)}\n`]);
    printer.result(plan, planText(plan, { path, ...told }));
  });
for (const option of runCommand.options) planCommand.addOption(option);

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
