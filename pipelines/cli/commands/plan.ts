// `ragwright plan`, as it is typed.

import { Command } from "commander";
import { Wing } from "../../../schemas/settings.ts";
import { acting } from "./acting.ts";
import { runCommand } from "./run.ts";

export const planCommand = new Command("plan")
  .description(
    "calls, tokens and cost of a run by stage, before paying; takes the options of run and sends nothing",
  )
  .argument("<wing>", Wing.options.join(" or "))
  .action(acting(async () => (await import("../plan.ts")).plan));
for (const option of runCommand.options) planCommand.addOption(option);
