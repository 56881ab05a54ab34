// `ragwright plan`: what the same command with `run` would ask, send and cost, before anything is paid.

import { plan as planRun } from "../run/plan.ts";
import { planText } from "./plan-text.ts";
import { createPrinter } from "./print.ts";
import { runOptions, type RunFlags } from "./run-flags.ts";
import { wingNamed } from "./wings.ts";

/** Returns the exit code. */
export async function plan(name: string, flags: RunFlags): Promise<number> {
  const wing = wingNamed(name, "plan");
  const printer = createPrinter(flags.json === true);
  const planned = await planRun(runOptions(wing, flags));
  printer.result(planned.plan, planText(planned));
  return 0;
}
