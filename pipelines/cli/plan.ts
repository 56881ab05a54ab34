// `ragwright plan`: what the same command with `run` would ask, send and cost, before anything is paid.

import { join } from "node:path";
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
  const directory = flags.out ?? join("out", wing);
  const { plan: planned, ...told } = await planRun({ wing, flags, directory, placeOf: model => placeFor(model, { directory, batch: flags.batch }) });
  const path = join(directory, "plan.json");
  replaceFile(path, [`${JSON.stringify(planned, null, 2)}\n`]);
  printer.result(planned, planText(planned, { path, ...told }));
  return 0;
}
